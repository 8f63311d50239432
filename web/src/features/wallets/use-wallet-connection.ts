import { connectWallet, disconnectWallet } from '@purser/contract/wallets/wallets.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#wire/api.ts'
import { connectedWallet } from '#wire/storage/caches.ts'
import { isDown, sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { token } from '#wire/session.ts'
import { BUSY_MS, CLEARED_MS, isTooOften } from './connect-limit.ts'

export type ConnectionState =
  | { phase: 'none' }
  | { phase: 'connecting'; address: string }
  | { phase: 'connected'; address: string }
  | { phase: 'failed'; address: string; reason: string }

const AUTO_CONNECT_MS = 500

/** Connects the chosen wallet after half a second; leaving the page or the wallet disconnects it. */
export function useWalletConnection(address: string | undefined) {
  const [state, setState] = useState<ConnectionState>({ phase: 'none' })
  /** The wallet whose requests are refused for a moment. */
  const [busy, setBusy] = useState<string>()
  const wanted = useRef<string | undefined>(undefined)
  const inProgress = useRef<string | undefined>(undefined)
  const connected = useRef<string | undefined>(undefined)
  const requests = useRef<number[]>([])

  const connect = useCallback(async (target: string) => {
    if (connected.current === target || inProgress.current === target) return
    if (isTooOften(requests.current, Date.now()))
      return setState({
        phase: 'failed',
        address: target,
        reason: 'Failed to connect wallet. Please try again.',
      })
    const began = Date.now()
    requests.current = [...requests.current.slice(-9), began]
    inProgress.current = target
    setBusy(target)
    setState({ phase: 'connecting', address: target })
    let next: ConnectionState = { phase: 'connected', address: target }
    try {
      await call(connectWallet, { body: { walletAddress: target } })
    } catch (error) {
      // While the server is unavailable the choice is kept in this browser.
      if (!isDown(error))
        next = {
          phase: 'failed',
          address: target,
          reason: `Failed to connect wallet: ${sentence(error, 'Unknown error')}`,
        }
    }
    const rest = Math.max(CLEARED_MS, BUSY_MS - (Date.now() - began))
    setTimeout(() => {
      if (inProgress.current === target) inProgress.current = undefined
      setBusy((now) => (now === target ? undefined : now))
    }, rest)
    if (wanted.current !== target) return
    if (next.phase === 'connected') {
      connected.current = target
      connectedWallet.write(target)
    }
    setState(next)
  }, [])

  const disconnect = useCallback(() => {
    // After logout there is no session to disconnect from.
    if (connected.current === undefined || token() === null) return
    connected.current = undefined
    call(disconnectWallet, { retry: never }).catch(() => {
      // Best effort: the session ends without a connected wallet anyway.
    })
  }, [])

  useEffect(() => {
    wanted.current = address
    if (address === undefined) return disconnect()
    const timer = setTimeout(() => void connect(address), AUTO_CONNECT_MS)
    return () => clearTimeout(timer)
  }, [address, connect, disconnect])

  useEffect(
    () => () => {
      wanted.current = undefined
      disconnect()
    },
    [disconnect],
  )
  const shown: ConnectionState =
    address === undefined || (state.phase !== 'none' && state.address !== address) ? { phase: 'none' } : state
  return { state: shown, busy: busy !== undefined && busy === address, connect }
}
