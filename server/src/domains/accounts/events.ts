/** Topics of the bus: sessions. */

export type SessionEnded = { sessionId: string }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    'session.ended': SessionEnded
  }
}
