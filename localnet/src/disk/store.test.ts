import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { toAddress, bytesToKey } from '../base58.ts'
import type { Bank } from '../chain/bank.ts'
import { openBank } from '../chain/open.ts'
import { FIRST_SLOT } from '../constants.ts'
import { airdropMethods } from '../rpc/airdrop.ts'
import type { Context } from '../rpc/context.ts'
import { Store } from './store.ts'

const dir = mkdtempSync(join(tmpdir(), 'localnet-store-'))
after(() => rmSync(dir, { recursive: true, force: true }))

const wallet = bytesToKey(Buffer.alloc(32, 7))
const drop = (bank: Bank): string =>
  airdropMethods.requestAirdrop!({ bank } as Context, [toAddress(wallet), 1_000_000]) as string

void test('a full ledger forgets its oldest file but no balance, and tells where its history begins', async () => {
  const open = (): Promise<Bank> =>
    openBank(new Store(dir, { segmentBytes: 3000, segmentsKept: 2 }), { steered: true, commitment: 'tower' })
  let bank = await open()
  const first = drop(bank)
  let last = first
  for (let i = 0; i < 60; i++) {
    bank.advance()
    last = drop(bank)
  }
  bank.advance()
  const lamports = 61n * 1_000_000n
  // Not closed, as after a kill.
  for (const reopened of [false, true]) {
    if (reopened) bank = await open()
    assert.equal(bank.accounts.get(wallet)?.lamports, lamports)
    assert.equal(bank.svm.lamports(wallet), lamports)
    assert.equal(bank.history.get(first), undefined)
    assert.ok(bank.history.firstSlot > FIRST_SLOT)
    assert.equal(bank.readRecord(bank.history.get(last)!).post[1], lamports)
    assert.equal(
      bank.accounts.at(wallet, bank.slotAt('confirmed'))?.lamports,
      reopened ? lamports : lamports - 1_000_000n,
    )
  }
  const segments = readdirSync(dir).filter((name) => name.startsWith('ledger-'))
  assert.ok(segments.length > 3 && segments.length < 40, `${segments.length} files`)
  assert.ok(!segments.includes('ledger-00000000.bin'))
  bank.close()
  assert.equal((await open()).accounts.get(wallet)?.lamports, lamports)
})
