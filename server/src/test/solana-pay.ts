/**
 * The client library of Solana Pay in the role of a payer's wallet: reads a link's URL and makes the transfer. Its
 * plugins for sending, which need an older kit, are left out; the rest of it runs as published.
 */
import { registerHooks } from 'node:module'

const REPLACED: Record<string, string> = {
  '@solana/kit': `export * from ${JSON.stringify(import.meta.resolve('@solana/kit'))}
    export const createEmptyClient = null`,
  // The memo program under the version that the library imports.
  '@solana-program/memo': `import * as memo from ${JSON.stringify(import.meta.resolve('@solana-program/memo'))}
    export * from ${JSON.stringify(import.meta.resolve('@solana-program/memo'))}
    export const MEMO_PROGRAM_ADDRESS = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
    export const getAddMemoInstruction = (input) =>
      memo.getAddMemoInstruction(input, { programAddress: MEMO_PROGRAM_ADDRESS })`,
  '@solana/kit-plugin-rpc':
    'export const rpc = null, rpcTransactionPlanExecutor = null, rpcTransactionPlanner = null',
  '@solana/kit-plugin-payer': 'export const payer = null',
  '@solana/kit-plugin-instruction-plan': 'export const planAndSendTransactions = null',
}

const hooks = registerHooks({
  resolve(specifier, context, next) {
    const source = context.parentURL?.includes('/@solana/pay/') ? REPLACED[specifier] : undefined
    return source === undefined
      ? next(specifier, context)
      : { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
  },
})
export const { parseURL, createTransfer } = await import('@solana/pay')
hooks.deregister()
