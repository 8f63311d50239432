import { useSyncExternalStore } from 'react'
import { connection, onConnection } from './connection.ts'
import { onSession, token } from './session.ts'

export const useConnection = () => useSyncExternalStore(onConnection, connection)
export const useToken = () => useSyncExternalStore(onSession, token)
