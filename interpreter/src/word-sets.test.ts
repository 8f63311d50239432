/** The tables of words: no set is named twice, since the last one would silently replace the first. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('./', import.meta.url)

test('no set of words has the name of another one', () => {
  const places = new Map<string, string[]>()
  for (const file of globSync(['**/{words,filler,mend,idioms}.txt', 'limits/*.txt'], { cwd: root }))
    for (const line of readFileSync(new URL(file, root), 'utf8').split('\n'))
      if (/^\S/.test(line)) places.set(line, [...(places.get(line) ?? []), file])
  const twice = [...places].filter(([, files]) => files.length > 1)
  assert.ok(places.size > 50)
  assert.deepEqual(twice, [])
})
