import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createLog } from '../../../kernel/log.ts'
import { PROBE } from './ledger.ts'
import { createRpcNode } from '../rpc.ts'

const lacking = new Set<string>()
/** The node, at a slot, or as one that refuses a parameter that it does not know. */
let strict = false
const SLOT = 9
type Config = { minContextSlot?: number }
function findRefusal({ minContextSlot }: Config) {
  if (minContextSlot === undefined) return null
  if (strict) return { code: -32602, message: 'Invalid params: unknown field `minContextSlot`' }
  if (minContextSlot <= SLOT) return null
  return {
    code: -32016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: SLOT },
  }
}
type Call = { id: unknown; method: string; params?: [unknown, Config?] }
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { id, method, params } = JSON.parse(body) as Call
    const refused = lacking.has(method)
      ? { code: -32601, message: 'Method not found' }
      : findRefusal(params?.[1] ?? {})
    const answer = refused
      ? { error: refused }
      : { result: method === 'getFirstAvailableBlock' ? 7 : { context: { slot: SLOT }, value: [null] } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

for (const [method, keeps] of [
  ['', true],
  ['getFirstAvailableBlock', false],
] as const)
  void test(`a node that ${keeps ? 'says' : 'cannot say'} where its ledger begins counts as ${keeps ? 'one with' : 'one without'} history`, async () => {
    lacking.clear()
    lacking.add(method)
    assert.equal(await createRpcNode({ url, log: createLog('silent') }).keepsHistory(), keeps)
  })

void test('a node that is behind refuses a look-up; one that does not know the word is asked without it', async () => {
  lacking.clear()
  const node = createRpcNode({ url, log: createLog('silent') })
  const lookUp = (minContextSlot: bigint) => node.lookUp([PROBE], { minContextSlot })
  const found = { states: [null], slot: BigInt(SLOT) }
  assert.deepEqual(await lookUp(BigInt(SLOT)), found)
  await assert.rejects(lookUp(BigInt(SLOT) + 1n), { code: 'chain_away' })
  await assert.rejects(node.execution(PROBE, { minContextSlot: BigInt(SLOT) + 1n }), { code: 'chain_away' })
  strict = true
  assert.deepEqual(await lookUp(BigInt(SLOT)), found)
})
