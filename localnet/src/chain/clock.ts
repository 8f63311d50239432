/** Drives slots. A real clock runs by itself; a steered (manual) one advances, with its time, only by calls. */
export class Clock {
  readonly steered: boolean
  slotMs: number
  /** The slot time, unless a call sets another for a manual clock. */
  private normalMs: number
  private steeredTime: number
  private timer: NodeJS.Timeout | undefined
  private tick: (() => void) | undefined

  /** `since`: the Unix time in milliseconds that a manual clock starts from, at least. */
  constructor(steered: boolean, since: number, slotMs: number) {
    this.steered = steered
    this.slotMs = this.normalMs = slotMs
    this.steeredTime = Math.max(since, Date.now())
  }

  /** Unix time of the slot that begins now, in seconds. */
  unixTime(): number {
    return Math.floor((this.steered ? this.steeredTime : Date.now()) / 1000)
  }

  slotBegan(): void {
    this.steeredTime += this.slotMs
  }

  /** Calls back at the end of every slot until stopped; a manual clock only while setSlotTime runs it. */
  start(tick: () => void): void {
    this.tick = tick
    if (!this.steered) this.run()
  }

  /** Sets the slot time from now on. A manual clock goes on standing still, or running as set. */
  setNormal(ms: number): void {
    this.normalMs = ms
    if (this.steered) return void (this.timer === undefined && (this.slotMs = ms))
    this.stop()
    this.slotMs = ms
    if (this.tick) this.run()
  }

  /** Runs a manual clock at this many milliseconds a slot, or stops it with null. */
  setSlotTime(ms: number | null): void {
    this.stop()
    this.slotMs = ms ?? this.normalMs
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
      // After a suspend the clock continues instead of catching up on missed slots.
      if (due < now - 5 * this.slotMs) due = now
      this.timer = setTimeout(next, Math.max(0, due - now))
    }
    this.timer = setTimeout(next, this.slotMs)
  }
}
