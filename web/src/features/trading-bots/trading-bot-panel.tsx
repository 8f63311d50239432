import { Text } from '@mantine/core'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Bot, BotParameters } from '@purser/contract/trading-bots/trading-bots.ts'
import { getSymbol } from '@purser/contract/tokens/tokens.ts'
import { Suspense, useId, useState } from 'react'
import { ClockControl } from '#features/market/index.ts'
import { useNamedTokens } from '#features/tokens/index.ts'
import { Card } from '#ui/card.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { BotActivity } from './activity/bot-activity.tsx'
import { BotForm } from './configuration/bot-form.tsx'
import { BotButtons, BotHead } from './bot-head.tsx'
import { BotSkeleton } from './bot-skeleton.tsx'
import { NoBot } from './no-bot.tsx'
import { botOf, useBotParameters, useBotStatus, useStart, useStop } from './use-bot.ts'
import { useBotForm } from './configuration/use-bot-form.ts'
import { useDeletedGroup, useFreshBalances, useLiveBot } from './use-live-bot.ts'
import css from './trading-bot-panel.module.css'

const StartDialog = onDemand(() => import('./start-dialog.tsx').then((m) => m.StartDialog))

const LOAD_FAILED = 'The trading bot could not be loaded.'

/** The trading bot of a group: its state, its configuration, and its record. */
export function TradingBotPanel({ groupId }: { groupId: number }) {
  const status = useBotStatus(groupId)
  const parameters = useBotParameters(groupId)
  useLiveBot(groupId)
  const bot = botOf(status.data, groupId)
  useFreshBalances(bot)
  useDeletedGroup(status.error)
  const symbol = useSymbol(bot?.mint_address ?? '')
  if (status.data?.unavailable != null)
    return <NoBot groupId={groupId} bot={bot} symbol={symbol} why={status.data.unavailable} />
  const failed = status.isError ? status : parameters
  if (!status.data || !parameters.data)
    return failed.isError ? (
      <Card label="Trading Bot">
        <div className={css.panel}>
          <h2 className="section-title">Trading Bot</h2>
          <QueryError query={failed} fallback={LOAD_FAILED} />
        </div>
      </Card>
    ) : (
      <BotSkeleton />
    )
  return (
    <Card label="Trading Bot">
      <div className={css.panel}>
        <QueryError query={failed} fallback={LOAD_FAILED} />
        <BotDesk groupId={groupId} bot={bot} saved={parameters.data} symbol={symbol} />
      </div>
    </Card>
  )
}

type DeskProps = {
  groupId: number
  bot: Bot | undefined
  saved: BotParameters
  symbol: string
}

function BotDesk({ groupId, bot, saved, symbol }: DeskProps) {
  const id = useId()
  const status = bot?.status ?? 'inactive'
  const form = useBotForm(groupId, saved)
  const { stop, stopping, stopError, forget } = useStop(groupId)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  // A user opens a bot for its trades: its configuration is unfolded on request, or if it has unsaved changes.
  const [open, setOpen] = useState(form.dirty)
  const launch = useStart(groupId, () => {
    setOpen(false)
    setAsking(false)
  })
  const start = () => {
    forget()
    if (!launch.starting) launch.forget()
    setTried(!form.ready)
    if (!form.ready) setOpen(true)
    setAsking(form.ready)
  }
  // The present problems, not those at the time of the start.
  if (tried && form.ready) setTried(false)
  const missing = form.draft.mint_address.trim() === '' ? botTexts.mintRequired : botTexts.saveFirst
  const refused = tried && form.problems.length === 0 ? missing : undefined
  const complaints = [
    ...form.problems,
    form.saveError,
    refused,
    // The bot is stopped all the same, as requested.
    status === 'inactive' ? undefined : stopError,
    status === 'inactive' && !asking ? launch.startError : undefined,
  ].filter((text) => text !== undefined)
  return (
    <>
      <BotHead bot={bot} symbol={symbol}>
        <BotButtons
          status={status}
          form={open ? id : undefined}
          saving={form.saving}
          stopping={stopping}
          onStart={start}
          onStop={() => bot && stop(bot)}
        />
      </BotHead>
      {[...new Set(complaints)].map((text) => (
        <FieldError key={text}>{text}</FieldError>
      ))}
      {form.done && open && (
        <Text size="sm" c="var(--good)" role="status">
          Configuration saved.
        </Text>
      )}
      {bot?.started_at == null && (
        <Text size="sm" c="dimmed">
          Wallets in this group trade one token automatically: large holders as whales, the rest as retail. It
          is a simulation and runs on test networks only.
        </Text>
      )}
      <details
        className={css.configuration}
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={css.summary}>
          Configuration
          {form.dirty && <span className={css.unsaved}>Unsaved changes</span>}
          {!open && saved.mint_address === '' && <span className={css.none}>No token chosen yet</span>}
        </summary>
        <BotForm form={form} id={id} fixed={status !== 'inactive'} />
      </details>
      <ClockControl />
      {bot && bot.started_at !== null && <BotActivity groupId={groupId} bot={bot} symbol={symbol} />}
      {asking && (
        <Suspense fallback={null}>
          <StartDialog
            groupId={groupId}
            mint={saved.mint_address}
            start={launch}
            onConfirm={() => launch.start({ mint: saved.mint_address, startedAt: bot?.started_at })}
            onClose={() => {
              setAsking(false)
              // The error was read; that of a start in progress is shown on the panel.
              if (!launch.starting) launch.forget()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The account's name for the token, else the common one. */
function useSymbol(mint: string): string {
  const named = useNamedTokens()
  return named.find((token) => token.mint === mint)?.symbol ?? getSymbol(mint)
}
