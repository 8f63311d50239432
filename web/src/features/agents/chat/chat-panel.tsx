import { Suspense, useEffect } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { useConnection } from '#wire/use-connection.ts'
import { ChatMessages } from './chat-messages.tsx'
import { useLinkedMessage } from './chat-link.ts'
import { MessageField } from './message-field.tsx'
import { statusOf, useShownPlans } from '../plans/use-shown-plans.ts'
import { useChat } from './use-chat.ts'
import type { ChatToken } from './use-chat-token.ts'
import type { WalletChoice } from '../wallet/use-wallet-choice.ts'
import css from './chat-panel.module.css'

const ChatSettings = lazyWhenIdle(() => import('./chat-settings.tsx').then((m) => m.ChatSettings))

type Props = {
  agent: { id: number; name: string; external_id: string }
  active: boolean
  isNew?: boolean
  choice: WalletChoice
  setup: ChatToken
}

/** Chooses the wallet or the group that a message moved the plan to: the next change is made with it. */
function follow(choice: WalletChoice, moved: { addresses: string[]; groupId: number | null }): void {
  const group = choice.groups.find(({ id }) => id === moved.groupId)
  const wallet = choice.wallets.find(({ address }) => address === moved.addresses[0])
  if (group) choice.chooseGroup(group)
  else if (wallet) {
    choice.clearGroup()
    choice.choose(wallet)
  }
}

export function ChatPanel({ agent, active, isNew = false, choice, setup }: Props) {
  const { token, typedWallets, settings, setSettings } = setup
  const known = choice.wallets.length > 0
  const wallets = known ? addressesOf(choice) : setup.splitWallets
  const groupId = choice.group?.id ?? null
  const chat = useChat({
    agent,
    active,
    token,
    wallets,
    groupId,
    openSettings: setup.openSettings,
    onToken: setup.setToken,
    onWallets: (moved) => follow(choice, moved),
  })
  const { history } = chat
  const connection = useConnection()
  const shown = useShownPlans(agent.id)
  const { lastPlan } = chat
  const state = lastPlan && statusOf(lastPlan, shown, true).state
  const offered = state === 'offered' || state === 'infeasible' ? lastPlan?.plan : undefined
  const { onOffered } = setup
  useEffect(() => onOffered(offered), [offered, onOffered])
  useLinkedMessage(chat)

  const send = (text: string): boolean => {
    const taken = chat.send(text)
    // The answer appears in the place of the settings.
    if (taken) setSettings(false)
    return taken
  }
  return (
    <section className={`surface ${css.panel}`} aria-label="Agent chat">
      <ChatMessages agentId={agent.id} chat={chat} active={active} />
      {history.staleAt !== undefined && <StaleNote at={history.staleAt} />}
      {connection === 'down' && (
        <p className={css.note} role="status">
          The server is unreachable. Offline storage is used for chat messages and will sync when the
          connection returns.
        </p>
      )}
      {active && <p className={css.note}>Strategy is active. You can continue to chat while it runs.</p>}
      <MessageField
        agentId={agent.id}
        placeholder={
          active
            ? 'Ask me about the running strategy or other questions...'
            : 'Ask about trading, generate wallets, or view your wallets...'
        }
        disabled={chat.busy || history.phase !== 'ready'}
        autoFocus={isNew}
        isQuiet={state === 'offered'}
        onSend={send}
        isOpen={settings}
        onOpen={setSettings}
        settings={
          <Suspense fallback={null}>
            <ChatSettings
              token={token}
              onToken={setup.setToken}
              choice={choice}
              typedWallets={typedWallets}
              onTypedWallets={setup.setTypedWallets}
              busy={chat.busy}
              onGenerate={chat.generate}
            />
          </Suspense>
        }
      />
    </section>
  )
}

const addressesOf = ({ group, chosen }: WalletChoice) =>
  group ? group.wallets.map((wallet) => wallet.address) : chosen ? [chosen.address] : []
