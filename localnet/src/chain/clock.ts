import { SLOT_MS } from '../constants.ts'

/** Says when slots begin. A real one runs by itself; a steered one moves only when told, and its time with it. */
export class Clock {
  readonly steered: boolean
  slotMs = SLOT_MS
  private steeredTime: number
  private timer: NodeJS.Timeout | undefined
  private tick: (() => void) | undefined

  /** `since` is the Unix time in milliseconds that a steered clock goes on from, at least. */
  constructor(steered: boolean, since: number) {
    this.steered = steered
    this.steeredTime = Math.max(since, Date.now())
  }

  /** Unix seconds of the slot that begins now. */
  unixTime(): number {
    return Math.floor((this.steered ? this.steeredTime : Date.now()) / 1000)
  }

  slotBegan(): void {
    this.steeredTime += this.slotMs
  }

  /** Calls back at every slot's end until stopped; a steered clock never does, unless setSlotTime set it going. */
  start(tick: () => void): void {
    this.tick = tick
    if (!this.steered) this.run()
  }

  /** Lets a steered clock run at so many milliseconds a slot, or with null stand still again. */
  setSlotTime(ms: number | null): void {
    this.stop()
    this.slotMs = ms ?? SLOT_MS
    if (ms !== null) this.run()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private run(): void {
    let due = performance.now() + this.slotMs
    const next = (): void => {
      this.tick?.()
      const now = performance.now()
      due += this.slotMs
      // After a pause (a sleeping laptop) the clock goes on instead of racing through what it missed.
      if (due < now - 5 * this.slotMs) due = now
      this.timer = setTimeout(next, Math.max(0, due - now))
    }
    this.timer = setTimeout(next, this.slotMs)
  }
}
