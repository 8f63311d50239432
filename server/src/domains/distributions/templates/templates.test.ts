// On PostgreSQL as well.
/** Templates: a saved one comes back unchanged; a wallet that is gone is marked so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/distributions/distribution-templates.ts'
import { TEMPLATES_PER_USER } from '@purser/contract/limits.ts'
import { deleteWallet, importWallets, revealKey, updateWallet } from '@purser/contract/wallets/wallets.ts'
import { makeWallets } from '../../../test/money.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { splitPortions } from './templates.service.ts'

const { call, signUp } = await startTestDesk()
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

async function desk() {
  const { token } = await signUp()
  const [source, ...others] = await makeWallets(call, token, 4)
  assert.ok(source)
  const body: api.SaveTemplateBody = {
    name: 'Payroll',
    kind: 'distribute',
    mint: null,
    mode: 'custom',
    total: null,
    variance: null,
    chosen: source.id,
    lines: others.map(({ id }, i) => ({ walletId: id, amount: `0.${i + 1}` })),
  }
  const save = (more: Partial<api.SaveTemplateBody> = {}) =>
    call(api.saveTemplate, { token, body: { ...body, ...more } })
  const list = async (query: { kind?: api.TemplateKind } = {}) =>
    (await call(api.listTemplates, { token, query })).ok.templates
  const get = async (id: number) => (await call(api.getTemplate, { token, params: { id } })).ok
  return { token, source, others, save, list, get }
}

test('what was saved is listed by name and page, and comes back as it was', async () => {
  const { source, others, save, list, get } = await desk()
  const { ok, status } = await save()
  assert.equal(status, 201)
  await save({ name: 'allowances', mode: 'random', total: '12.5', variance: 30 })
  await save({ name: 'Sweep', kind: 'gather', mode: 'all' })
  await save({ name: 'Airdrop', kind: 'token-distribute', mint: BONK, mode: 'equal', total: '1000' })
  assert.deepEqual(
    (await list()).map(({ name, kind, mint, wallets, gone }) => [name, kind, mint, wallets, gone]),
    [
      ['Airdrop', 'token-distribute', BONK, 3, 0],
      ['allowances', 'distribute', null, 3, 0],
      ['Payroll', 'distribute', null, 3, 0],
      ['Sweep', 'gather', null, 3, 0],
    ],
  )
  assert.deepEqual(
    (await list({ kind: 'distribute' })).map(({ name }) => name),
    ['allowances', 'Payroll'],
  )
  const full = await get(ok.id)
  assert.deepEqual(full, ok)
  assert.equal(full.chosen?.walletId, source.id)
  assert.deepEqual(
    full.lines.map(({ walletId, address, amount }) => ({ walletId, address, amount })),
    others.map(({ id, address }, i) => ({ walletId: id, address, amount: `0.${i + 1}` })),
  )
})

test('it is renamed and deleted; a name is taken once a page, whatever its capitals', async () => {
  const { token, save, list } = await desk()
  const first = (await save()).ok
  const second = (await save({ name: 'Bonus' })).ok
  const params = { id: second.id }
  for (const answer of [
    await save({ name: 'PAYROLL' }),
    await call(api.renameTemplate, { token, params, body: { name: ' payroll ' } }),
  ])
    assert.deepEqual([answer.status, answer.fault.code], [409, 'template_name_taken'])
  assert.equal((await save({ kind: 'gather' })).status, 201)
  const renamed = await call(api.renameTemplate, { token, params, body: { name: 'BONUS' } })
  assert.deepEqual([renamed.ok.name, renamed.ok.wallets], ['BONUS', 3])
  assert.equal((await call(api.deleteTemplate, { token, params })).ok.success, true)
  for (const endpoint of [api.getTemplate, api.deleteTemplate])
    assert.deepEqual((await call(endpoint, { token, params })).fault.code, 'not_found')
  assert.deepEqual(
    (await list({ kind: 'distribute' })).map(({ id }) => id),
    [first.id],
  )
})

test('a wallet that is gone is named as it was, and one that comes back is there again', async () => {
  const { token, source, others, save, list, get } = await desk()
  const [gone] = others
  assert.ok(gone)
  const { id } = (await save()).ok
  const before = (await get(id)).lines[0]
  const { private_key } = (await call(revealKey, { token, body: { address: gone.address } })).ok
  await call(deleteWallet, { token, params: { id: gone.id } })
  await call(deleteWallet, { token, params: { id: source.id } })
  assert.deepEqual(
    (await list()).map((one) => one.gone),
    [2],
  )
  const without = await get(id)
  assert.deepEqual(without.lines[0], { ...before, walletId: null })
  assert.equal(without.chosen?.walletId, null)
  await call(importWallets, { token, body: { keys: [private_key] } })
  const again = (await get(id)).lines[0]
  assert.ok(again?.walletId !== null && again?.walletId !== gone.id)
  assert.equal(again?.address, gone.address)
})

test('of a hundred large templates a few are in memory at once, however many are listed', () => {
  const rows = (sizes: number[]) => sizes.map((wallets, id) => ({ id, wallets }))
  assert.deepEqual(splitPortions(rows([])), [])
  assert.deepEqual(splitPortions(rows([3, 4, 5])), [[0, 1, 2]])
  assert.deepEqual(splitPortions(rows([10_000, 10_000, 1, 9_999, 1])), [[0], [1], [2, 3], [4]])
  const all = splitPortions(rows(Array.from({ length: TEMPLATES_PER_USER }, () => 10_000)))
  assert.equal(all.length, TEMPLATES_PER_USER)
})

test('a name follows the wallet', async () => {
  const { token, others, save, get } = await desk()
  const { id } = (await save()).ok
  await call(updateWallet, { token, params: { id: others[0]?.id ?? 0 }, body: { name: 'Renamed' } })
  assert.equal((await get(id)).lines[0]?.name, 'Renamed')
})

test('what fits no page is refused, and so is one template too many', async () => {
  const { source, save } = await desk()
  for (const [more, path] of [
    [{ mint: BONK }, 'mint'],
    [{ kind: 'token-gather' }, 'mint'],
    [{ mode: 'all' }, 'mode'],
    [{ kind: 'gather', mode: 'equal' }, 'mode'],
    [{ total: '5' }, 'total'],
    [{ lines: [{ walletId: source.id, amount: '1' }] }, 'lines'],
    [{ lines: [] }, 'lines'],
    [{ name: ' ' }, 'name'],
    [{ total: '-1', mode: 'equal' }, 'total'],
  ] as [Partial<api.SaveTemplateBody>, string][]) {
    const { status, fault } = await save(more)
    assert.deepEqual([status, fault.details?.[0]?.path.split('.')[0]], [400, path], JSON.stringify(more))
  }
  for (let n = 0; n < TEMPLATES_PER_USER; n++) assert.equal((await save({ name: `N ${n}` })).status, 201)
  const { status, fault } = await save({ name: 'one more' })
  assert.deepEqual([status, fault.code], [409, 'template_limit'])
})
