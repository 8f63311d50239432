import { exportWallets } from '@purser/contract/wallets/wallets.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  generateWallet,
  generateWallets,
  inView,
  useWallets,
  walletsKey,
  type KeysFile,
} from '#features/wallets/index.ts'
import { today } from '#ui/dates/today.ts'
import { sentence, WireFault } from '#wire/fault.ts'
import { replies } from '../messages/replies.ts'
import type { History } from '../messages/use-history.ts'
import { walletList } from './wallet-list.ts'

/** The error message for the chat. */
const reason = (error: unknown, otherwise?: string) =>
  error instanceof WireFault && error.status >= 200 && error.status < 300
    ? sentence(error, 'Invalid wallet data received from server')
    : sentence(error, otherwise)

/** The wallet actions of the chat: generate, show, export. */
export function useChatWallets(say: History['say'], groupId: number | null) {
  const client = useQueryClient()
  const known = useWallets()
  // If the server gives no reason, its sentence is the same as ours.
  const fail = (what: string, why: string) =>
    say('system', why.startsWith(what) ? why : `${what}: ${why}`, { isError: true })

  const one = async () => {
    try {
      const wallet = await generateWallet()
      await client.invalidateQueries({ queryKey: walletsKey })
      const lines = [
        'Wallet generated.',
        `Name: ${wallet.name}`,
        `Address: ${wallet.address}`,
        ...(wallet.private_key === undefined
          ? ['Its private key was withheld: it takes a code from your email. Open the wallet and press Show.']
          : [
              `Private key: ${wallet.private_key}`,
              'Keep the private key safe. Anyone with it controls the funds.',
            ]),
      ]
      say('system', lines.join('\n'), { isWalletGeneration: true })
    } catch (error) {
      fail('Failed to generate wallet', reason(error))
    }
  }

  const several = async (count: number) => {
    try {
      const wallets = await generateWallets(count)
      await client.invalidateQueries({ queryKey: walletsKey })
      const file: KeysFile = { filename: 'wallet_keys.xlsx', walletIds: wallets.map((wallet) => wallet.id) }
      const lines = wallets.map((wallet, n) => `${n + 1}. ${wallet.name}: ${wallet.address}`)
      say('system', [`${wallets.length} wallets generated.`, ...lines].join('\n'), {
        isWalletGeneration: true,
        file,
      })
    } catch (error) {
      fail('Failed to generate wallets', reason(error))
    }
  }

  const show = async () => {
    const fresh = await known.refetch()
    // Cached wallets must not be shown when the request was refused.
    if (fresh.isError || !fresh.data) return fail('Failed to fetch wallets', reason(fresh.error))
    say('system', walletList(fresh.data.value.wallets))
  }

  /** The wallets of the chosen group, else all. The keys are fetched when the download is pressed. */
  const exportAll = async () => {
    const fresh = await known.refetch()
    if (fresh.isError || !fresh.data)
      return fail('Failed to export wallets', reason(fresh.error, exportWallets.failure))
    const { wallets } = fresh.data.value
    const wanted = groupId === null ? wallets : inView(wallets, groupId)
    if (wanted.length === 0) return fail('Failed to export wallets', 'No wallets found to export')
    const filename =
      groupId === null ? `wallet_keys_${today()}.xlsx` : `wallets_group_${groupId}_${today()}.xlsx`
    const walletIds = groupId === null ? 'all' : wanted.map((wallet) => wallet.id)
    say('system', replies.exportReady(wanted.length), { file: { filename, walletIds } })
  }
  return { generate: (count: number) => (count === 1 ? one() : several(count)), show, exportAll }
}
