import { connectWallet, disconnectWallet } from '@purser/contract/wallets.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { connectedWallet } from '#wire/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { token } from '#wire/session.ts'
import { tooOften } from './connect-rule.ts'

export type ConnectionState =
  | { phase: 'none' }
  | { phase: 'connecting'; address: string }
  | { phase: 'connected'; address: string }
  | { phase: 'failed'; address: string; reason: string }

const AUTO_CONNECT_MS = 500

/** Connects the chosen wallet half a second after it is chosen; leaving the page disconnects it. */
export function useWalletConnection(address: string | undefined) {
  const [state, setState] = useState<ConnectionState>({ phase: 'none' })
  const wanted = useRef<string | undefined>(undefined)
  const busy = useRef<string | undefined>(undefined)
  const asked = useRef<number[]>([])

  const connect = useCallback(async (target: string) => {
    if (busy.current === target) return
    if (tooOften(asked.current, Date.now()))
      return setState({
        phase: 'failed',
        address: target,
        reason: 'Failed to connect wallet. Please try again.',
      })
    asked.current = [...asked.current.slice(-9), Date.now()]
    busy.current = target
    setState({ phase: 'connecting', address: target })
    let next: ConnectionState = { phase: 'connected', address: target }
    try {
      await call(connectWallet, { body: { walletAddress: target } })
    } catch (error) {
      // Without a server the choice still stands in this browser.
      if (!isDown(error))
        next = {
          phase: 'failed',
          address: target,
          reason: `Failed to connect wallet: ${sentence(error, 'Unknown error')}`,
        }
    }
    busy.current = undefined
    if (wanted.current !== target) return
    if (next.phase === 'connected') connectedWallet.write(target)
    setState(next)
  }, [])

  useEffect(() => {
    wanted.current = address
    if (address === undefined) return
    const timer = setTimeout(() => void connect(address), AUTO_CONNECT_MS)
    return () => clearTimeout(timer)
  }, [address, connect])

  useEffect(
    () => () => {
      // After logout there is no session to disconnect from.
      if (wanted.current === undefined || token() === null) return
      wanted.current = undefined
      call(disconnectWallet, { retry: never }).catch(() => {
        // Nobody waits for this: a session without a connected wallet is what was wanted.
      })
    },
    [],
  )
  const shown: ConnectionState =
    address === undefined || (state.phase !== 'none' && state.address !== address) ? { phase: 'none' } : state
  return { state: shown, connect }
}
