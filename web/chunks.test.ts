import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesIn } from './chunks.ts'

type Spec = { imports?: string[]; opens?: string[]; size?: number; entry?: boolean }

/** A build of these chunks, each of one module of its name. */
const build = (chunks: Record<string, Spec>) =>
  Object.entries(chunks).map(([name, { imports = [], opens = [], size = 10, entry = false }]) => ({
    type: 'chunk' as const,
    name,
    fileName: name,
    isEntry: entry,
    facadeModuleId: name.startsWith('page-') ? `/web/src/pages/${name}.tsx` : name,
    moduleIds: [name],
    imports,
    dynamicImports: opens,
    code: 'x'.repeat(size),
  }))

test('what the entry loads is one script, what the same pages load is one, and a page stays itself', () => {
  const places = placesIn(
    build({
      start: { entry: true, imports: ['base'], opens: ['page-a', 'page-b'] },
      base: {},
      'page-a': { imports: ['base', 'both', 'too', 'own'] },
      'page-b': { imports: ['both', 'too'] },
      both: { size: 50_000 },
      too: { size: 50_000 },
      own: { size: 50_000 },
    }),
  )
  assert.deepEqual([places.get('base'), places.get('page-a')], ['console', undefined])
  assert.equal(places.get('both'), places.get('too'))
  // 50,000 characters in vain for the other page.
  assert.notEqual(places.get('own'), places.get('both'))
})

test('small parts are merged, and a dialog that brings a large library is loaded for itself', () => {
  const places = placesIn(
    build({
      start: { entry: true, opens: ['page-a', 'page-b'] },
      'page-a': { imports: ['both', 'own'], opens: ['dialog', 'charts', 'page-b'] },
      'page-b': { imports: ['both'], opens: ['dialog'] },
      both: {},
      own: {},
      dialog: { imports: ['modal'] },
      modal: {},
      charts: { size: 200_000 },
    }),
  )
  assert.equal(places.get('own'), places.get('both'))
  assert.ok(places.get('dialog')?.startsWith('later'))
  assert.equal(places.get('modal'), places.get('dialog'))
  assert.deepEqual([places.get('charts'), places.get('page-b')], [undefined, undefined])
})

test('merged scripts make no page load much in vain, however many are merged', () => {
  const own = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`own-${n}`, { size: 15_000 }]))
  const places = placesIn(
    build({
      start: { entry: true, opens: ['page-a', 'page-b'] },
      'page-a': { imports: ['both'] },
      'page-b': { imports: ['both', ...Object.keys(own)] },
      both: {},
      ...own,
    }),
  )
  assert.notEqual(places.get('both'), places.get('own-0'))
})

test("tools of the frame are a script of their own, beside the pages' scripts that they share", () => {
  const places = placesIn(
    build({
      start: { entry: true, opens: ['page-a', 'tools', 'toasts'] },
      'page-a': { imports: ['both'] },
      tools: { imports: ['both'], opens: ['palette'] },
      toasts: {},
      both: {},
      palette: {},
    }),
  )
  assert.deepEqual([places.get('tools'), places.get('toasts')], ['frame', 'frame'])
  assert.ok(places.get('both')?.startsWith('part'))
  assert.ok(places.get('palette')?.startsWith('later'))
})

test('a build without an entry is refused', () => {
  assert.throws(() => placesIn(build({ 'page-a': {} })), /no entry/)
})
