import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import type { ShownTerms } from '@purser/contract/agents/shown-plans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { mintIn, useNamedTokens } from '#features/tokens/index.ts'
import type { CardPlan } from '#wire/storage/chat-cards.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { redactKeys } from '#wire/storage/redact.ts'
import { agentName } from '../agent-name.ts'
import { requestParse } from './request-parse.ts'
import type { Extras, ScreenMessage } from '../messages/screen-message.ts'
import { parseFailure } from '../messages/parse-failure.ts'
import { localReply, replies } from '../messages/replies.ts'
import { routeMessage } from './route-message.ts'
import { useChatWallets } from './use-chat-wallets.ts'
import { useExecutePlan } from '../plans/use-execute-plan.ts'
import { useHistory } from '../messages/use-history.ts'
import { showedPlan, shownKey } from '../plans/use-shown-plans.ts'
import { type Offered, useLiveChat } from '../messages/use-live-chat.ts'

type Desk = {
  agent: { id: number; name: string; external_id: string }
  active: boolean
  token: string
  wallets: string[]
  /** The group of the wallets, if one is chosen. */
  groupId: number | null
  /** The same functions at every render. `onToken`: the settings follow a plan of another token. */
  openSettings: () => void
  onToken: (mint: string) => void
  /** The plan shown was moved to these. */
  onWallets: (moved: { addresses: string[]; groupId: number | null }) => void
}

export function useChat({ agent, active, token, wallets, groupId, openSettings, onToken, onWallets }: Desk) {
  const client = useQueryClient()
  const history = useHistory(agent.id)
  const { say } = history
  const named = useNamedTokens()
  const [busy, setBusy] = useState(false)
  /** The last instruction to trade names no token that the console knows, and neither do the settings. */
  const lacksToken = useRef(false)
  const settings = useSettings({ token, wallets, onWallets })

  const offer = useCallback(
    (parsed: Offered, saved?: boolean) => {
      const { parsedPlan, plan_hash, feasible, explanation, assumptions, changes, preview } = parsed
      const { question, shown: terms } = parsed
      const extras = { saved, ...toExtras(parsed) }
      if (!parsedPlan) {
        // A plan that was dropped is not offered any more.
        if (parsed.understood_as === 'cancel') void client.invalidateQueries({ queryKey: shownKey(agent.id) })
        // A button for each possible token makes the settings useless.
        const needsToken = question?.choices.length === 0 && lacksToken.current
        if (needsToken) openSettings()
        const asked = needsToken ? [explanation, replies.needToken] : [explanation]
        return say('system', asked.join('\n\n') || replies.noPlan, extras)
      }
      const text = feasible ? explanation : `${explanation}\n\n${replies.infeasible}`
      say('system', text.trim() || parsedPlan.goal, {
        ...extras,
        plan: { plan: parsedPlan, hash: plan_hash, assumptions, feasible, changes, preview, terms },
      })
      if (terms) showedPlan(client, agent.id, terms.id, feasible)
      if (terms && parsed.understood_as === 'change') followWallets(terms, settings.current)
      // An 'it' in the next message means this token.
      if (settings.current.hasToken) onToken(parsedPlan.token_address)
    },
    [say, openSettings, onToken, settings, client, agent.id],
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

  const asking = { agentId: agent.id, token: token.trim(), wallets, groupId }
  const parse = async (text: string, trades: boolean, needsToken = false) => {
    lacksToken.current = needsToken
    live.expect()
    try {
      const parsed = await requestParse({ ...asking, asked: { text } })
      if (parsed.isProcessing) return live.wait(!parsed.isQuestion)
      live.expectNothing()
      if (!parsed.success) say('system', parsed.explanation || replies.noPlan, { isError: true })
      else offer(parsed)
    } catch (error) {
      live.expectNothing()
      if (trades) say('system', parseFailure(error), { isError: true })
      else if (isDown(error)) say('system', localReply(text))
      else say('system', `Sorry, I encountered an error: ${sentence(error)}`, { isError: true })
    }
  }

  const act = async (text: string, isAsked: boolean) => {
    // The answer to a question needs no token of its own: the server knows its question.
    const hasToken = isAsked || token.trim() !== '' || mintIn(text, named) !== undefined
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
    if (route.to === 'show_settings') {
      openSettings()
      return say('system', replies.settings)
    }
    // The interpreter may know a token that the console does not; it asks for other missing parts.
    return parse(text, route.to !== 'ask', route.to === 'need_token')
  }

  const whileBusy = async <T>(doing: () => Promise<T> | T): Promise<T | undefined> => {
    if (working) return undefined
    setBusy(true)
    try {
      return await doing()
    } finally {
      setBusy(false)
    }
  }

  /** False if the message was not taken: it is empty, or another is still in progress. */
  const send = (typed: string, doing: (text: string) => Promise<void> | void): boolean => {
    // A typed key is neither shown nor sent, and the reading is of this very text.
    const text = redactKeys(typed.trim())
    if (text === '' || working || history.phase !== 'ready') return false
    say('user', text)
    void whileBusy(() => doing(text))
    return true
  }
  const isAsked = history.messages.at(-1)?.question !== undefined

  /** Returns the objection to the change of the plan with this hash; nothing once the changed plan is shown. */
  const edit = async (changes: PlanEdit[], hash: string | undefined): Promise<string | undefined> => {
    if (working || history.phase !== 'ready') return replies.busy
    let refusal: string | undefined
    await whileBusy(async () => {
      try {
        const parsed = await requestParse({ ...asking, asked: { changes, hash } })
        if (parsed.parsedPlan) offer(parsed)
        else refusal = parsed.explanation || replies.noPlan
      } catch (error) {
        refusal = parseFailure(error)
      }
    })
    return refusal
  }

  const plans = useExecutePlan(agent.id, history)
  /** Checks the same plan once more, for instance after funds have come in. */
  const check = async (plan: CardPlan): Promise<void> => {
    const refusal = await edit([], plan.hash ?? undefined)
    if (refusal !== undefined) say('system', refusal, { isError: true })
  }

  return {
    history,
    busy: working,
    lastPlan: history.messages.findLast((message) => message.plan !== undefined)?.plan,
    status: live.status,
    send: (typed: string) => send(typed, (text) => act(text, isAsked)),
    /** It is taken as the answer to the question, whatever else its words could mean. */
    reply: (text: string) =>
      send(text, (said) => (active ? say('system', replies.active) : parse(said, true))),
    edit,
    check,
    confirm: (plan: CardPlan, code?: string) => whileBusy(() => plans.execute(plan, code)),
    replace: (plan: CardPlan, code?: string) => whileBusy(() => plans.replace(plan, code)),
    generate: () => whileBusy(() => chatWallets.generate(1)),
  }
}

type Settings = Pick<Desk, 'token' | 'wallets' | 'onWallets'>
/** The settings as they are when an answer comes. */
function useSettings({ token, wallets, onWallets }: Settings) {
  const settings = useRef({ hasToken: false, wallets, onWallets })
  useEffect(() => {
    settings.current = { hasToken: token.trim() !== '', wallets, onWallets }
  }, [token, wallets, onWallets])
  return settings
}

/** 'Use wallet 2' moves the plan, and the settings with it. */
function followWallets(
  { wallet_addresses: addresses, group_id: groupId }: ShownTerms,
  { wallets, onWallets }: Pick<Desk, 'wallets' | 'onWallets'>,
): void {
  const isSame = addresses.length === wallets.length && addresses.every((one) => wallets.includes(one))
  if (wallets.length > 0 && !isSame) onWallets({ addresses, groupId })
}

/** What a message shows besides its text and its plan. */
function toExtras(parsed: Offered): Extras {
  const { reading, question, transfer, answer, actions = [], suggestions = [], understood_as: as } = parsed
  return {
    ...(reading.length > 0 ? { reading } : {}),
    ...(question ? { question } : {}),
    ...(transfer ? { transfer } : {}),
    ...(answer ? { answer } : {}),
    ...(actions.length > 0 ? { actions } : {}),
    // The choices of a question answer it, and are sent so.
    ...(suggestions.length > 0 && !question ? { suggestions } : {}),
    ...(as === 'agree' ? { isAgreed: true } : {}),
  }
}

/** A new agent is welcomed; an active one says once that it is watching. */
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
