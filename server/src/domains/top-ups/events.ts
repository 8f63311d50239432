/** Topics of the bus: top-ups. */

export type TopUpsChanged = { userId: number }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    /** The settings of automatic top-up, or the result of a round. */
    'top-ups.changed': TopUpsChanged
  }
}
