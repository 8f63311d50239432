import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditComplaint, auditQuery, NO_AUDIT_FILTER } from './audit-filter.ts'

test('the query has only the fields that are set', () => {
  assert.deepEqual(auditQuery(NO_AUDIT_FILTER), {})
  assert.deepEqual(auditQuery({ type: 'reveal', from: '2026-11-01', to: '2026-11-22' }), {
    type: 'reveal',
    from: '2026-11-01',
    to: '2026-11-22',
  })
  assert.deepEqual(auditQuery({ ...NO_AUDIT_FILTER, type: 'nonsense' }), {})
})

test('days in the wrong order are reported', () => {
  assert.equal(auditComplaint({ type: '', from: '2026-11-22', to: '2026-11-22' }), undefined)
  assert.ok(auditComplaint({ type: '', from: '2026-11-23', to: '2026-11-22' }))
})
