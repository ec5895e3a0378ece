import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Where people read Delver's words. The notebooks below docs/results keep the words of their day. */
const PLACES = [
  ...['README.md', 'CONTRIBUTING.md', 'docs', 'prompts', 'skills', 'selector', 'src'],
  ...['bench', 'bin', 'examples', 'scripts', 'test'],
]
const TEXT = /\.(ts|js|md|html|css|json)$/
/** Data of others, notebooks, and this list. */
const LEFT_OUT =
  /^docs\/results\/|deps-tasks\.json|test-tasks\.json|prices\.json|-results\.json|horizon-model\.json|table21\.json|\/fixtures\/|language\.test\.ts/

/** Ways of writing that make a native reader stop, each with what to write in its place. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bsomebody\b|\bnobody\b/gi, instead: 'name the subject: the agent, a mob, a player' },
  { pattern: /\bdug lying\b|\blie(?:s)? down under\b/gi, instead: 'crawl mining' },
  { pattern: /\blaid bare\b|\blays? bare\b|\blaying bare\b/gi, instead: 'exposed' },
  {
    pattern: /\bin so many\b|\bso many (?:of|as|ticks|blocks|places)\b|\bso near\b/gi,
    instead: 'N, at most N, within N blocks',
  },
  { pattern: /\bwhat came of\b|\bwhat comes of\b|\bsee what came\b/gi, instead: 'results' },
  {
    pattern: /\bcame to nothing\b|\bcomes to nothing\b|\bwhat trials came to\b/gi,
    instead: 'failed; results',
  },
  { pattern: /\bin vain\b/gi, instead: 'without a result' },
  { pattern: /(?<!call\} )\bmended\b|\bto mend\b|\bmends\b/gi, instead: 'fixed' },
  { pattern: /\bpractises what\b/gi, instead: 'implements' },
  { pattern: /\bthrown out\b/gi, instead: 'banned or kicked' },
  { pattern: /\bplayed back\b|(?<!--)\bplay-back\b(?![')])/gi, instead: 'replayed' },
  { pattern: /\bbeyond a vanilla client's hands\b/gi, instead: 'vanilla-limit violations' },
  { pattern: /\bwas no use\b|\bis no use\b/gi, instead: 'rejected' },
  { pattern: /\bcalled away\b/gi, instead: 'interrupted' },
  { pattern: /\bhungers\b|\bstills? (?:its )?hunger\b/gi, instead: 'eats' },
  { pattern: /\bthe soonest\b|\bthe sooner the likelier\b/gi, instead: 'lowest prediction' },
  { pattern: /\bgo(?:es)? on where\b/gi, instead: 'resumes' },
  {
    pattern: /\bwhen left out\b|\bleft out (?:where (?:it|there|none)|for)\b/gi,
    instead: 'by default; omitted',
  },
  { pattern: /\bwhere there (?:is|are) (?:none|one)\b/gi, instead: 'if there is none' },
  { pattern: /\b(?:is|are|was|were) told\b/gi, instead: 'gets, is reported, is asked to' },
  { pattern: /\bgo(?:es)? on\b(?!\.)/g, instead: 'continues, resumes' },
  {
    pattern:
      /\b(?:thread|process|server|name|world|table|columns?|rows?|line|field|key|Redis|manifest|folder) of (?:its|their|his) own\b/gi,
    instead: 'its own thread, a separate server',
  },
  { pattern: /\b(?:became|become|becomes) of\b/gi, instead: 'results, outcome' },
  { pattern: /\bin spite of\b/gi, instead: 'despite' },
  { pattern: /\bin peace\b/gi, instead: 'undisturbed' },
  { pattern: /\bwhoever\b/gi, instead: 'name the subject' },
  { pattern: /\bto (?:its|their) end\b(?!,)/gi, instead: 'completely, is completed' },
  { pattern: /\bgiv(?:e|es|en|ing) way\b/gi, instead: 'yields, is preempted' },
  { pattern: /\bturns? round\b/gi, instead: 'turns around' },
  { pattern: /\bwhat (?:is|are) to\b/gi, instead: 'the item to wear, the expected results' },
  { pattern: /\bdied died\b/gi, instead: 'died' },
  {
    pattern: /\bwhat lies (?:about|around|loose)\b|\blies about\b|\blying about\b/gi,
    instead: 'item entities',
  },
  { pattern: /\bto be seen\b|\bto be had\b/gi, instead: 'visible; available' },
  {
    pattern:
      /\bWho (?:is|has|does|comes|goes|digs|hits|shoots|hunts|waits|wants|runs|flees|stands|sprints)\b/g,
    instead: 'a sentence with a subject',
  },
  {
    pattern:
      /\b(?:LEAST|FARTHEST|MOST|LONGEST|SLOWEST|OLDEST|HIGHEST|LOWEST|NEAREST|SHORTEST)_[A-Z]/g,
    instead: 'MAX_ or MIN_',
  },
  {
    pattern:
      /\ba (?=(?:iron|apple|egg|oak|acacia|axe|ore|item|arrow|enderman|animal|agent|entity|index|error|event|option|attempt|interval|episode|estimate|observation|outcome|inventory)\b)/g,
    instead: 'an',
  },
]

function files(): string[] {
  return PLACES.flatMap((place) =>
    place.endsWith('.md')
      ? [place]
      : readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(place, file),
        ),
  ).filter((file) => TEXT.test(file) && !LEFT_OUT.test(file))
}

/** A line for each hit: its place, its words, and what to write. */
function hits(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  // Most files have no hit, and one search in the whole text is faster than one in each line.
  const found = PATTERNS.filter(({ pattern }) => text.search(pattern) >= 0)
  if (found.length === 0) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      found.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(
          ([words]) => `${file}:${index + 1}: "${words}" (write: ${instead})`,
        ),
      ),
    )
}

describe('the words of the project', () => {
  it('cover code, prompts and documents', () => {
    expect(files().length).toBeGreaterThan(500)
  })

  it('use none of the patterns that english readers stop at', () => {
    expect(files().flatMap(hits)).toEqual([])
  })
})
