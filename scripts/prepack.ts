/** Refuses to pack the clone: what is published is `dist`, which has compiled code and a manifest of its own. */
console.error('error: this folder holds sources; run: npm run build && npm pack ./dist')
process.exitCode = 1
