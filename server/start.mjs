// Plain JavaScript: an older Node must still be able to read this and say what is needed.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Purser needs Node 24 or newer; this is ${process.versions.node}. Run it as "npm start" after "npm install", which brings Node 24 on Linux.`,
  )
  process.exit(1)
}
await import('./src/main.ts')
