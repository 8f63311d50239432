/** Saves steps. Those that end at the same time share one statement. */
import type { Db } from '../../../db/client.ts'
import { notificationEvents, type Reporter } from '../record/notification-events.ts'
import { saveAll } from '../record/save.store.ts'
import type { LogRow, Save } from '../rows.ts'

export type Saver = {
  /** True once all of it is committed; false if the strategy is not this process's or its row has changed. */
  save(save: Save): Promise<boolean>
}

const MOST_AT_ONCE = 500

type SaverParts = { db: Db; owner: string; reporter: Reporter; publish: (logs: LogRow[]) => void }
type Waiting = { save: Save; done: (saved: boolean) => void; failed: (error: unknown) => void }

export function createSaver({ db, owner, reporter, publish }: SaverParts): Saver {
  let waiting: Waiting[] = []
  let flushing = false

  async function write(batch: Waiting[]): Promise<void> {
    const saves = batch.map(({ save }) => save)
    const events = await reporter.wanted(saves.flatMap(notificationEvents))
    const { saved, logs, notify } =
      events.length === 0
        ? { ...(await saveAll(db, owner, saves)), notify: undefined }
        : await db.transaction(async (tx) => {
            const written = await saveAll(tx, owner, saves)
            const reported = events.filter(({ strategyId }) => written.saved.has(strategyId))
            return { ...written, notify: await reporter.report(tx, reported) }
          })
    for (const { save, done } of batch) done(saved.has(save.row.id))
    publish(logs)
    notify?.()
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // A strategy is written once in a statement: of two steps from one state only the first may be saved.
      const named = new Set<string>()
      const isFirst = ({ save }: Waiting) =>
        !named.has(save.row.id) && named.add(save.row.id).size <= MOST_AT_ONCE
      const batch = waiting.filter(isFirst)
      const taken = new Set(batch)
      waiting = waiting.filter((one) => !taken.has(one))
      try {
        await write(batch)
      } catch (error) {
        // One bad step must not fail the others.
        if (batch.length === 1) batch[0]?.failed(error)
        else for (const one of batch) await write([one]).catch(one.failed)
      }
    }
    flushing = false
  }

  return {
    save(save) {
      return new Promise((done, failed) => {
        waiting.push({ save, done, failed })
        if (flushing) return
        flushing = true
        // After the present turn, so that all steps that end in it are saved together.
        setImmediate(() => void flush())
      })
    },
  }
}
