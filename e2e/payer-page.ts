/** Payment links, their payer's page, and wallets that pay: by Solana Pay's URL, and by Wallet Standard in the page. */
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import {
  AccountRole,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit'
import type { Page } from '@playwright/test'
import type { PayerView } from '../contract/src/payments/payer.ts'
import { createIssuer } from '../server/src/test/mints.ts'
import { type Asked, readPayUrl } from '../server/src/test/payer.ts'
import type { Network } from './network.ts'
import { ask } from './person.ts'

const OPTIONS = { encoding: 'base64', preflightCommitment: 'confirmed' } as const

export type Link = { id: number; reference_id: string }

/** Creates a link of the person who is signed in on this page. */
export const createLink = (page: Page, body: object): Promise<Link> =>
  ask<Link>(page, 'POST', '/payments/create-link', body)

export const goToPay = (page: Page, { reference_id }: Pick<Link, 'reference_id'>) =>
  page.goto(`/pay/${reference_id}`)

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const code = (page: Page) => page.getByRole('img', { name: /^QR code for a Solana wallet/ })
export const testFunds = (page: Page) => page.getByRole('button', { name: 'Pay with test funds' })

export async function readView(page: Page, { reference_id }: Link): Promise<PayerView> {
  return (await (await page.request.get(`/api/pay/${reference_id}`)).json()) as PayerView
}

/** Reads the request of the page's link to a wallet elsewhere. */
export async function askedOn(page: Page): Promise<Asked> {
  return readPayUrl((await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')) ?? '')
}

/** Mints this amount of a token of its own to the recipient, in a transaction that names the payment. */
export async function payToken(network: Network, asked: Asked, amount: bigint): Promise<void> {
  const issuer = await createIssuer(network.call)
  const mint = await issuer.createMint([])
  const token = await issuer.deriveAccount(asked.recipient, mint)
  const program = { mint, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS }
  const open = { payer: issuer.payer, ata: token, owner: asked.recipient, ...program }
  const minted = getMintToInstruction({ mint, token, mintAuthority: issuer.payer, amount })
  const references = asked.references.map((address) => ({ address, role: AccountRole.READONLY }))
  await issuer.execute([
    getCreateAssociatedTokenIdempotentInstruction(open),
    { ...minted, accounts: [...minted.accounts, ...references] },
  ])
}

/** The next answer of a test's wallet to a request to sign. 'loses': it says that it sent, and did not. */
export type Mood = 'signs' | 'declines' | 'fails' | 'loses'
export type PageWallet = { mood: Mood; versions: ('legacy' | number)[]; formats: number[] }

type Registered = {
  name: string
  chain: string
  versions: ('legacy' | number)[]
  address: string
  key: number[]
}

/** Registers a wallet on this page by Wallet Standard, before its scripts run; it signs with kit and sends to the network. */
export async function addWallet(
  page: Page,
  network: Network,
  {
    name,
    chain,
    versions,
    payer,
  }: { name: string; chain: string; versions: PageWallet['versions']; payer: KeyPairSigner },
): Promise<PageWallet> {
  const wallet: PageWallet = { mood: 'signs', versions, formats: [] }
  const ask = `ask${name.replaceAll(' ', '')}`
  await page.exposeFunction(ask, async (bytes: number[]): Promise<number[] | string> => {
    const transaction = getTransactionDecoder().decode(new Uint8Array(bytes))
    const first = transaction.messageBytes[0] ?? 0
    wallet.formats.push(first >= 128 ? first - 128 : -1)
    if (wallet.mood === 'declines' || wallet.mood === 'fails') return wallet.mood
    const signed = await partiallySignTransaction([payer.keyPair], transaction)
    const signature = signed.signatures[payer.address]
    if (!signature) throw new Error('the payer is no signer')
    if (wallet.mood === 'signs')
      await network.call('sendTransaction', getBase64EncodedWireTransaction(signed), OPTIONS)
    return [...signature]
  })
  const key = [...getBase58Encoder().encode(payer.address)]
  await page.addInitScript(register, { name, chain, versions, address: payer.address, key, ask })
  return wallet
}

/** Runs in the page. */
function register({ name, chain, versions, address, key, ask }: Registered & { ask: string }): void {
  const FEATURE = 'solana:signAndSendTransaction'
  const account = { address, publicKey: new Uint8Array(key), chains: [chain], features: [FEATURE] }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: [chain],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
      [FEATURE]: {
        version: '1.0.0',
        supportedTransactionVersions: versions,
        async signAndSendTransaction({ transaction }: { transaction: Uint8Array }) {
          const call = (window as never as Record<string, (bytes: number[]) => Promise<number[] | string>>)[
            ask
          ]
          const answer = await call?.([...transaction])
          if (answer === 'declines')
            throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
          if (answer === 'fails' || answer === undefined) throw new Error('The node did not answer.')
          return [{ signature: new Uint8Array(answer as number[]) }]
        },
      },
    },
  }
  const give = (api: { register(wallet: unknown): void }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => give((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
}
