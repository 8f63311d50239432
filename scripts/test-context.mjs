// Keeps the running test in an AsyncLocalStorage. Node's test runner keeps it with async hooks, which are then called
// at every promise of the server under test: a fifth of the processor's time. To be preloaded.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const require = createRequire(import.meta.url)
const hooks = require('node:async_hooks')

function replaceHooks() {
  const { AsyncResource, createHook, executionAsyncId } = hooks
  const context = new AsyncLocalStorage()
  /** Tests that have begun and not ended, the innermost last. */
  const running = []
  let isThrown = false
  /** How the runner notes a test by its id. */
  let note = () => undefined

  class Resource extends AsyncResource {
    constructor(type, options) {
      super(type, options)
      note(this.asyncId(), type, executionAsyncId(), this)
    }

    runInAsyncScope(call, self, ...args) {
      const id = this.asyncId()
      const result = super.runInAsyncScope(() => context.run(id, () => call.apply(self, args)))
      if (typeof result?.then !== 'function') return result
      running.push(id)
      const end = () => void running.splice(running.indexOf(id), 1)
      result.then(end, end)
      return result
    }
  }

  /** An error of a timer or a socket has left its context: it belongs to the running test. */
  process.on('uncaughtExceptionMonitor', () => (isThrown = true))
  function currentId() {
    const id = context.getStore() ?? (isThrown ? running.at(-1) : undefined)
    isThrown = false
    return id ?? 0
  }

  // The runner takes these while it is loaded; nothing else may, so they are restored afterwards.
  Object.assign(hooks, {
    AsyncResource: Resource,
    executionAsyncId: currentId,
    createHook: ({ init }) => ({ enable: () => (note = init), disable: () => undefined }),
  })
  require('node:test')
  Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
}

if (isMainThread) replaceHooks()
