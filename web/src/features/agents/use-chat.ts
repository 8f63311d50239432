import type { Plan } from '@purser/contract/plan.ts'
import { useCallback, useEffect, useState } from 'react'
import { mintIn, useNamedTokens } from '#features/tokens/index.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { agentName } from './agent-name.ts'
import { askParse } from './ask-parse.ts'
import type { ScreenMessage } from './messages.ts'
import { parseFailure } from './parse-failure.ts'
import { localReply, replies } from './replies.ts'
import { routeMessage } from './route-message.ts'
import { useChatWallets } from './use-chat-wallets.ts'
import { useExecutePlan } from './use-execute-plan.ts'
import { useHistory } from './use-history.ts'
import { type Offered, useLiveChat } from './use-live-chat.ts'

type Desk = {
  agent: { id: number; name: string; external_id: string }
  active: boolean
  token: string
  wallets: string[]
  /** The group that the wallets are of, if one is chosen. */
  groupId: number | null
  openSettings: () => void
}

export function useChat({ agent, active, token, wallets, groupId, openSettings }: Desk) {
  const history = useHistory(agent.id)
  const { say } = history
  const named = useNamedTokens()
  const [busy, setBusy] = useState(false)

  const offer = useCallback(
    (parsed: Offered, saved?: boolean) => {
      const { parsedPlan, feasible, explanation, assumptions, changes, preview, transfer } = parsed
      if (!parsedPlan)
        return say('system', explanation || replies.noPlan, { saved, ...(transfer ? { transfer } : {}) })
      const text = feasible ? explanation : `${explanation}\n\n${replies.infeasible}`
      say('system', text.trim() || parsedPlan.goal, {
        plan: { plan: parsedPlan, assumptions, feasible, changes, preview },
        saved,
      })
    },
    [say],
  )
  const chatWallets = useChatWallets(say, groupId)
  const live = useLiveChat({ agent, ready: history.phase === 'ready', offer, say })
  const working = busy || live.waiting

  useGreeting(
    history.phase === 'ready' && history.staleAt === undefined,
    history.messages,
    agentName(agent.name),
    active,
    say,
  )

  const parse = async (text: string, trades: boolean) => {
    live.expect()
    try {
      const parsed = await askParse({ agentId: agent.id, text, token: token.trim(), wallets, groupId })
      if (parsed.isProcessing) return live.wait(!parsed.isQuestion)
      live.expectNothing()
      if (!parsed.success) say('system', parsed.explanation || replies.noPlan, { isError: true })
      else if (parsed.isQuestion) say('system', parsed.explanation || replies.noPlan)
      else offer(parsed)
    } catch (error) {
      live.expectNothing()
      if (trades) say('system', parseFailure(error), { isError: true })
      else if (isDown(error)) say('system', localReply(text))
      else say('system', `Sorry, I encountered an error: ${sentence(error)}`, { isError: true })
    }
  }

  const act = async (text: string) => {
    const hasToken = token.trim() !== '' || mintIn(text, named) !== undefined
    const route = routeMessage(text, { active, hasToken })
    if (route.to === 'bulk') {
      const inRange = Number.isInteger(route.count) && route.count >= 1 && route.count <= 10
      if (!inRange) return say('system', replies.bulkRange, { isError: true })
      return chatWallets.generate(route.count)
    }
    if (route.to === 'list_wallets') return chatWallets.show()
    if (route.to === 'export') return chatWallets.exportAll()
    if (route.to === 'generate') return chatWallets.generate(1)
    if (route.to === 'active') return say('system', replies.active)
    if (route.to === 'parse' || route.to === 'ask') return parse(text, route.to === 'parse')
    openSettings()
    say('system', route.to === 'need_token' ? replies.needToken : replies.settings)
  }

  const whileBusy = async (doing: () => Promise<void> | void) => {
    if (working) return
    setBusy(true)
    try {
      await doing()
    } finally {
      setBusy(false)
    }
  }

  /** False when the message was not taken: empty, or another is still worked on. */
  const send = (typed: string): boolean => {
    const text = typed.trim()
    if (text === '' || working || history.phase !== 'ready') return false
    say('user', text)
    void whileBusy(() => act(text))
    return true
  }

  const { executed, execute } = useExecutePlan(agent.id, { wallets, groupId }, say)

  return {
    history,
    busy: working,
    status: live.status,
    executed,
    send,
    confirm: (key: string, plan: Plan) => whileBusy(() => execute(key, plan)),
    generate: () => whileBusy(() => chatWallets.generate(1)),
  }
}

/** A new agent is welcomed; an active one says once that it watches. */
function useGreeting(
  ready: boolean,
  messages: ScreenMessage[],
  name: string,
  active: boolean,
  say: (role: 'system', content: string) => void,
) {
  const empty = messages.length === 0
  const watched = messages.some((message) => message.content === replies.monitoring)
  useEffect(() => {
    if (ready && empty) say('system', replies.welcome(name))
  }, [ready, empty, name, say])
  useEffect(() => {
    if (ready && active && !watched) say('system', replies.monitoring)
  }, [ready, active, watched, say])
}
