/**
 * Runs a delver command with the scripted model of the tests behind a real HTTP server. It shows that the loop works,
 * not how good a model is. The model makes the same mistakes in every trial, and answers in the requested form.
 *
 *     npx node bench/with-scripted-model.ts trials obtain:iron_pickaxe --seeds 1-8 --out runs/adapt \
 *       --planner llm --strategy adapt
 */
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { ModelServer } from '../test/support/model-server.ts'
import { scriptedInForm } from '../test/support/scripted-forms.ts'
import { TextCraftModel } from '../test/support/textcraft-model.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const MISTAKES = '1'

const textcraft = new TextCraftModel()
const server = await ModelServer.start({
  // The server counts words. Without a server's count, Delver counts tokens.
  usage: false,
  answer: (request) =>
    request.messages.some(({ content }) => content.includes('Crafting commands:'))
      ? textcraft.answer(
          request.messages.map(({ role, content }) => ({ role: role as 'user', content })),
        )
      : scriptedInForm(request, MISTAKES),
})
const { exitCode } = await execa(process.execPath, [LAUNCHER, ...process.argv.slice(2)], {
  reject: false,
  stdio: 'inherit',
  env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.baseUrl, DELVER_MODEL: 'scripted' },
})
await server.close()
process.exitCode = exitCode ?? 1
