import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconArrowsExchange,
  IconFile,
  IconHandStop,
  IconLock,
  IconMoon,
  IconPlus,
  IconRobot,
  IconSun,
  IconWallet,
} from '@tabler/icons-react'
import { listOperations } from '@purser/contract/activity.ts'
import { OPERATION_NAMES } from '@purser/contract/transfers/transfers.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#features/accounts/index.ts'
import { useAgents, useCreateAgent } from '#features/agents/index.ts'
import { useWallets } from '#features/wallets/index.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { call } from '#wire/api.ts'
import { LINKS } from '../nav.tsx'
import { activityOf, agentAt, paths, walletAt } from '../paths.ts'
import { type Command, found, type Section, signatureIn } from './found.ts'
import { dateText } from '#ui/dates/date-text.ts'

const icon = (Icon: typeof IconFile) => <Icon size={18} aria-hidden="true" />
/** At most this many of each kind: typing more finds the others. */
const MOST = 8

/** The operation of this signature, read from the server: the console holds the newest ones only. */
function useOperation(signature: string | undefined) {
  return useQuery({
    queryKey: ['operation-of', signature],
    queryFn: ({ signal }) => call(listOperations, { query: { signature: signature ?? '' }, signal }),
    enabled: signature !== undefined,
  })
}

/** The places to go and the things to do, by the typed text. Nothing here moves funds: the page that opens asks. */
export function useCommands(
  typed: string,
  onStopAll: () => void,
): { sections: Section[]; searching: boolean } {
  const navigate = useNavigate()
  const agents = useAgents().data?.value
  const wallets = useWallets().data?.value.wallets
  const create = useCreateAgent((agent) => void navigate(agentAt(agent.id))).mutate
  // Without this it writes a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const operation = useOperation(signatureIn(typed))

  const all = useMemo(() => {
    const go = (path: string) => () => void navigate(path)
    const pages = [...LINKS, [paths.help, 'Help'] as const, [paths.profile, 'Your Profile'] as const].map(
      ([path, label]): Command => ({ id: path, label, words: 'page', icon: icon(IconFile), run: go(path) }),
    )
    const actions: Command[] = [
      { id: 'create', label: 'Create agent', icon: icon(IconPlus), run: () => create() },
      {
        id: 'stop',
        label: 'Stop everything',
        words: 'stop all kill',
        icon: icon(IconHandStop),
        run: onStopAll,
      },
      {
        id: 'scheme',
        label: dark ? 'Switch to light mode' : 'Switch to dark mode',
        words: 'theme colour',
        icon: icon(dark ? IconSun : IconMoon),
        run: () => setColorScheme(dark ? 'light' : 'dark'),
      },
      {
        id: 'lock',
        label: 'Log out',
        words: 'lock sign out',
        icon: icon(IconLock),
        run: () => {
          signOut()
          void navigate(paths.login)
        },
      },
    ]
    const own = (agents ?? []).map(
      (agent): Command => ({
        id: `agent-${agent.id}`,
        label: agent.name,
        words: 'agent',
        icon: icon(IconRobot),
        run: go(agentAt(agent.id)),
      }),
    )
    return { pages, actions, own }
  }, [agents, create, dark, navigate, onStopAll, setColorScheme])

  const purses = useMemo(
    () =>
      (wallets ?? []).map(
        (wallet): Command => ({
          id: `wallet-${wallet.id}`,
          label: wallet.name,
          description: shortAddress(wallet.address),
          words: wallet.address,
          icon: icon(IconWallet),
          run: () => void navigate(walletAt(wallet.id)),
        }),
      ),
    [wallets, navigate],
  )
  const operations = (operation.data?.operations ?? []).map(
    ({ id, type, created_at }): Command => ({
      id,
      label: OPERATION_NAMES[type] ?? type,
      description: dateText(created_at),
      icon: icon(IconArrowsExchange),
      run: () => void navigate(activityOf(id)),
    }),
  )
  const sections: Section[] = [
    { title: 'Operations', commands: operations },
    { title: 'Agents', commands: found(all.own, typed, MOST) },
    { title: 'Wallets', commands: typed.trim() === '' ? [] : found(purses, typed, MOST) },
    { title: 'Pages', commands: found(all.pages, typed, all.pages.length) },
    { title: 'Actions', commands: found(all.actions, typed, MOST) },
  ]
  return {
    sections: sections.filter(({ commands }) => commands.length > 0),
    searching: operation.isFetching,
  }
}
