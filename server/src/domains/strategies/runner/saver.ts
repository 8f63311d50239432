/** Steps that end at the same time are written together: one transaction, one statement for all states. */
import type { Db } from '../../db/client.ts'
import type { Reporter } from './news.ts'
import { type LogRow, type Save, saveAll } from './strategies.store.ts'

export type Saver = {
  /** True once everything of the step is kept; false when the strategy is not ours or something else is wanted of it. */
  save(save: Save): Promise<boolean>
}

const MOST_AT_ONCE = 500

type SaverParts = { db: Db; owner: string; reporter: Reporter; said: (logs: LogRow[]) => void }

export function createSaver({ db, owner, reporter, said }: SaverParts): Saver {
  type Waiting = { save: Save; done: (saved: boolean) => void; failed: (error: unknown) => void }
  let waiting: Waiting[] = []
  let flushing = false

  async function alone({ save, done, failed }: Waiting): Promise<void> {
    try {
      const { saved, logs, tell } = await saveAll({ db, owner, reporter }, [save])
      done(saved.has(save.row.id))
      said(logs)
      tell()
    } catch (error) {
      failed(error)
    }
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // A strategy is written once in a statement: of two steps from one state only the first must be kept.
      const named = new Set<string>()
      const isFirst = ({ save }: Waiting) =>
        !named.has(save.row.id) && named.add(save.row.id).size <= MOST_AT_ONCE
      const batch = waiting.filter(isFirst)
      const taken = new Set(batch)
      waiting = waiting.filter((one) => !taken.has(one))
      try {
        const { saved, logs, tell } = await saveAll(
          { db, owner, reporter },
          batch.map((w) => w.save),
        )
        for (const { save, done } of batch) done(saved.has(save.row.id))
        said(logs)
        tell()
      } catch (error) {
        // One bad step must not keep the others from being kept.
        if (batch.length === 1) batch[0]?.failed(error)
        else for (const one of batch) await alone(one)
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
        // After the present turn, so that all that ends in it goes together.
        setImmediate(() => void flush())
      })
    },
  }
}
