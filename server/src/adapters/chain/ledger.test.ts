import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createLog } from '../../kernel/log.ts'
import { createRpcNode } from './rpc.ts'

const lacking = new Set<string>()
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { id, method } = JSON.parse(body) as { id: unknown; method: string }
    const answer = lacking.has(method)
      ? { error: { code: -32601, message: 'Method not found' } }
      : { result: method === 'getFirstAvailableBlock' ? 7 : { context: { slot: 9 }, value: [null] } }
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
