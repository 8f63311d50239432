/** Thousands of requests and sockets of strangers, some from the owner's own address, change nothing for the owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../server/src/test/seeded-random.ts'
import { besiege } from './siege.ts'

/** `bench/stranger.ts` sends the hundred thousand. */
const COUNT = 4_000
/** The owner's requests may take this long meanwhile; nothing else may change. */
const PATIENCE_MS = 5_000
const GROWTH_MB = 200

test(`${COUNT} requests of strangers change nothing (seed ${seed})`, {
  skip: process.platform !== 'linux',
}, async () => {
  const { busy, grownMb, statuses } = await besiege(COUNT, seed)
  assert.ok(Math.max(...busy) < PATIENCE_MS, `the owner waited ${Math.max(...busy).toFixed(0)} ms`)
  assert.ok(grownMb < GROWTH_MB, `it has grown by ${grownMb.toFixed(0)} MB`)
  // They were really answered, and as strangers.
  assert.ok((statuses.get('401') ?? 0) > COUNT / 20, JSON.stringify([...statuses]))
  assert.ok((statuses.get('ws 4401') ?? 0) > COUNT / 100, JSON.stringify([...statuses]))
})
