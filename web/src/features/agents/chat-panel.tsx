import { Button, TextInput } from '@mantine/core'
import { useCallback, useState, type FormEvent } from 'react'
import { StaleNote } from '#ui/stale-note.tsx'
import { useConnection } from '#wire/use-connection.ts'
import { draftCache } from '#wire/caches.ts'
import { splitAddresses } from './ask-parse.ts'
import { ChatMessages } from './chat-messages.tsx'
import { ChatSettings } from './chat-settings.tsx'
import { useSaid } from './guide/said.ts'
import { useChat } from './use-chat.ts'
import type { WalletChoice } from './use-wallet-choice.ts'
import css from './chat-panel.module.css'

type Props = {
  agent: { id: number; name: string; external_id: string }
  active: boolean
  choice: WalletChoice
}

export function ChatPanel({ agent, active, choice }: Props) {
  const [draft] = useState(() => draftCache.read(agent.id))
  const [token, setToken] = useState(draft?.tokenAddress ?? '')
  const [typedWallets, setTypedWallets] = useState(draft?.walletAddresses.join(', ') ?? '')
  const [settings, setSettings] = useState(false)
  const [text, setText] = useState('')
  const known = choice.wallets.length > 0
  const wallets = known ? addressesOf(choice) : splitAddresses(typedWallets)
  const groupId = choice.group?.id ?? null
  const openSettings = useCallback(() => setSettings(true), [])
  const chat = useChat({ agent, active, token, wallets, groupId, openSettings, onToken: setToken })
  const { history } = chat
  const connection = useConnection()
  useSaid(chat)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chat.send(text)) setText('')
  }
  return (
    <section className="surface surface-panel" aria-label="Agent chat">
      <ChatMessages agentId={agent.id} chat={chat} active={active} />
      {history.staleAt !== undefined && <StaleNote at={history.staleAt} />}
      {connection === 'down' && (
        <p className={css.note} role="status">
          The server is unreachable. Offline storage is used for chat messages and will sync when the
          connection returns.
        </p>
      )}
      {active && <p className={css.note}>Strategy is active. You can continue to chat while it runs.</p>}
      <div>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={settings}
          onClick={() => setSettings(!settings)}
        >
          {settings ? 'Hide Settings' : 'Show Settings'}
        </Button>
      </div>
      {settings && (
        <ChatSettings
          token={token}
          onToken={setToken}
          choice={choice}
          typedWallets={typedWallets}
          onTypedWallets={setTypedWallets}
          busy={chat.busy}
          onGenerate={chat.generate}
        />
      )}
      <form className={css.input} onSubmit={submit}>
        <TextInput
          className={css.field}
          aria-label="Message"
          placeholder={
            active
              ? 'Ask me about the running strategy or other questions...'
              : 'Ask about trading, generate wallets, or view your wallets...'
          }
          autoComplete="off"
          value={text}
          maxLength={4000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={chat.busy || history.phase !== 'ready'}>
          Send
        </Button>
      </form>
    </section>
  )
}

const addressesOf = ({ group, chosen }: WalletChoice) =>
  group ? group.wallets.map((wallet) => wallet.address) : chosen ? [chosen.address] : []
