import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_SETTINGS, type Settings } from '../chain/rules.ts'
import { frame, readFrame } from './frames.ts'

const FORMAT = 1

/** The settings of a chain on disk, replaced as a whole: they survive a power cut. */
export class SettingsFile {
  private readonly dir: string

  constructor(dir: string) {
    this.dir = dir
  }

  /** A chain without stored settings gets the present defaults. */
  load(): Settings {
    const path = join(this.dir, 'settings.bin')
    if (!existsSync(path)) return FIRST_SETTINGS
    const found = readFrame(readFileSync(path), 0)?.value as
      | { format?: unknown; settings: Settings }
      | undefined
    if (found?.format !== FORMAT) throw new Error(`${path} is not of this program, or damaged`)
    return found.settings
  }

  save(settings: Settings): void {
    const temporary = join(this.dir, 'settings.new')
    const fd = openSync(temporary, 'w', 0o600)
    const bytes = Buffer.concat(frame({ format: FORMAT, settings }))
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    fsyncSync(fd)
    closeSync(fd)
    renameSync(temporary, join(this.dir, 'settings.bin'))
  }
}
