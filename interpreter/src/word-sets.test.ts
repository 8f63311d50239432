/** The tables of words: how a line is read, and that no set is named twice: the last would silently replace the first. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { spellOut } from './text/word-table.ts'

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

test('a line of a table stands for each phrase that its words make', () => {
  assert.deepEqual(spellOut('expires in|after'), ['expires in', 'expires after'])
  assert.deepEqual(spellOut('per|each time?'), ['per time', 'per', 'each time', 'each'])
  assert.deepEqual(spellOut('a? limit'), ['a limit', 'limit'])
  assert.deepEqual(spellOut('?'), ['?'])
})
