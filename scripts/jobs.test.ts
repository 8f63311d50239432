import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFull, chooseTest } from './choices.ts'
import { groupIntoJobs } from './jobs.ts'
import { getLane } from './lanes.ts'

test('no file of the money core shares a process with one that may run again', () => {
  for (const { files } of [chooseTest(1), chooseFull(1)])
    for (const job of groupIntoJobs(files, { url: 'postgresql://here', env: {} })) {
      const core = job.files.filter((file) => getLane(file) === 'core')
      assert.ok(core.length === 0 || core.length === job.files.length, job.files.join(' '))
    }
})
