import { Badge, Text } from '@mantine/core'
import type { Bot } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotStatus } from '@purser/contract/wallets/wallet-groups.ts'
import {
  IconAlertTriangle,
  IconLoader,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPower,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { clockText, useCountdown } from '#ui/dates/countdown.ts'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { exactDateText } from '#ui/dates/date-text.ts'
import css from './trading-bot-panel.module.css'

const ICON = { size: 13, 'aria-hidden': true } as const
const states: Record<BotStatus, { color: string; icon: ReactNode }> = {
  inactive: { color: 'gray.7', icon: <IconPower {...ICON} /> },
  starting: { color: '#9a3412', icon: <IconLoader {...ICON} /> },
  active: { color: 'teal.9', icon: <IconPlayerPlayFilled {...ICON} /> },
  stopping: { color: '#9a3412', icon: <IconLoader {...ICON} /> },
}

type Props = {
  bot: Bot | undefined
  symbol: string
  /** The buttons; none if the bot cannot run. */
  children: ReactNode
}

/** The state of the bot, its token, the reason of a wait, and the time of its next trade. */
export function BotHead({ bot, symbol, children }: Props) {
  const status = bot?.status ?? 'inactive'
  const running = status !== 'inactive'
  return (
    <>
      <div className={css.head}>
        <h2 className="section-title">Trading Bot</h2>
        <Badge color={states[status].color} variant="filled" tt="none" leftSection={states[status].icon}>
          {status}
        </Badge>
        {bot && running && (
          <Text size="sm" component="span">
            {symbol} for {bot.currency}
          </Text>
        )}
        {status === 'active' && bot?.notice === null && <NextTrade at={bot.next_trade_at} />}
        {children}
      </div>
      {running && bot?.notice != null && (
        <div className={`amber-note ${css.notice}`} role="status">
          <IconAlertTriangle size={16} aria-hidden="true" /> {bot.notice}
        </div>
      )}
    </>
  )
}

/** Counts down without announcing each second. */
function NextTrade({ at }: { at: string | null }) {
  const left = useCountdown(at === null ? undefined : Date.parse(at))
  if (at === null) return null
  return (
    <Text size="sm" c="dimmed" component="span" className="num" title={exactDateText(at)}>
      Next trade {left > 0 ? `in ${clockText(left)}` : 'is due'}
    </Text>
  )
}

type ButtonsProps = {
  status: BotStatus
  /** The id of the form that Save submits; undefined while it is folded. */
  form: string | undefined
  saving: boolean
  stopping: boolean
  onStart: () => void
  onStop: () => void
}

export function BotButtons({ status, form, saving, stopping, onStart, onStop }: ButtonsProps) {
  const active = status === 'active'
  // A stop may be seen to work before its answer comes: no start overtakes it.
  const waits = stopping || status === 'starting' || status === 'stopping'
  const icon = active ? <IconPlayerStopFilled size={14} /> : <IconPlayerPlayFilled size={14} />
  return (
    <div className={css.actions}>
      {form !== undefined && (
        <BusyButton size="compact-sm" variant="default" type="submit" form={form} busy={saving}>
          {saving ? 'Saving...' : 'Save Configuration'}
        </BusyButton>
      )}
      {/* It is one and the same button, so that the focus stays on it. */}
      <BusyButton
        size="compact-sm"
        {...(active ? { color: 'red.9' } : { variant: 'light' })}
        leftSection={waits && !active ? null : icon}
        busy={waits}
        onClick={clickOnce(active ? onStop : onStart)}
      >
        {waits ? (status === 'starting' ? 'Starting...' : 'Stopping...') : active ? 'Stop Bot' : 'Start Bot'}
      </BusyButton>
    </div>
  )
}
