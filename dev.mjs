// Restarts the server and rebuilds the console whenever their sources change. Ctrl+C ends both.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'

const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' })
// Built before the server starts: a build within a watched process would trigger the watch.
await new Promise((resolve) => run('web/build.ts').on('exit', resolve))
const server = run('--watch', '--watch-preserve-output', 'server/start.mjs')

let building = null
let again = false
function build() {
  if (building) {
    again = true
    return
  }
  building = run('web/build.ts')
  building.on('exit', (code) => {
    building = null
    console.log(code === 0 ? 'The console is built: reload the page.' : 'The console could not be built.')
    if (again) {
      again = false
      build()
    }
  })
}

const watchers = ['web/src', 'contract/src'].map((dir) => watch(dir, { recursive: true }, build))
const stop = () => {
  for (const watcher of watchers) watcher.close()
  server.kill('SIGTERM')
  building?.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', stop)
