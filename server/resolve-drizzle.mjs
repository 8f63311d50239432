/**
 * Resolves what a start imports most with less reading of files. drizzle-orm's package.json lists every file it exports:
 * its 180 kB, read again for each of its 440 files, were half of the time that a start took. Of our own files and of
 * zod's, 800 in all, the URL and the format are known without a look at the folders above. The rest resolves as always.
 */
import { registerHooks } from 'node:module'

const BY_NAME = /^(drizzle-orm|zod|@purser\/\w+)(\/|$)/
const MODULES_OF = /\/node_modules\/(drizzle-orm|zod)\//
const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    // What is required may be another file than what is imported.
    if (parentURL === undefined || !conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.')) {
      const isOurs = specifier.endsWith('.ts') && !parentURL.includes('/node_modules/')
      if (!isOurs && !(specifier.endsWith('.js') && MODULES_OF.test(parentURL)))
        return next(specifier, context)
      const format = isOurs ? 'module-typescript' : 'module'
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    }
    if (!BY_NAME.test(specifier)) return next(specifier, context)
    const known = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
