import { useSyncExternalStore } from 'react'
import { isOutdated, onOutdated } from './build.ts'
import { connection, onConnection } from './connection.ts'
import { onSession, token } from './session.ts'

export const useConnection = () => useSyncExternalStore(onConnection, connection)
export const useOutdated = () => useSyncExternalStore(onOutdated, isOutdated)
export const useToken = () => useSyncExternalStore(onSession, token)
