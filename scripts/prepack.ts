/** Refuses to pack the clone: what is published is `dist`, with compiled code and another manifest. */
console.error('error: this folder holds sources; run: npm run build && npm pack ./dist')
process.exitCode = 1
