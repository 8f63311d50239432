import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { PriceUsd } from '../../../ports/market.ts'
import { endPricesNow } from './end-prices.ts'

const mints = { quote: SOL_MINT, token: 'token' }
const prompt = async (mint: string): Promise<PriceUsd> => (mint === SOL_MINT ? 150n : 3n)
const silent = () => new Promise<PriceUsd>(() => undefined)
/** Time-outs that end at once, or never. */
const over = { sleep: async () => undefined }
const endless = { sleep: () => new Promise<void>(() => undefined) }

void test('the prices of an end are those of one moment, all or none', async () => {
  assert.deepEqual(await endPricesNow(endless, mints, prompt), { quote: '150', token: '3', sol: '150' })
  assert.equal(await endPricesNow(endless, mints, async (mint) => (mint === 'token' ? null : 150n)), null)
  const away = () => Promise.reject(new Error('the market is away'))
  assert.equal(await endPricesNow(endless, mints, away), null)
})

void test('a strategy ends while the market is silent', async () => {
  const asked = (mint: string) => (mint === 'token' ? silent() : prompt(mint))
  assert.equal(await endPricesNow(over, mints, asked), null)
})
