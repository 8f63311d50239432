import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf } from './client.ts'

test('an IPv4 address is a client, however it is written', () => {
  for (const address of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:CB00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
  ])
    assert.equal(clientOf(address), '203.0.113.7', address)
})

test('a whole /64 of IPv6 is one client, and the next one another', () => {
  const own = ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1:a:b:c:d%eth0']
  for (const address of own) assert.equal(clientOf(address), '2001:db8:0:1::/64', address)
  assert.equal(clientOf('2001:db8:0:2::1'), '2001:db8:0:2::/64')
  assert.equal(clientOf('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(clientOf('::1'), '0:0:0:0::/64')
  assert.equal(clientOf('fe80::1:2:3.4.5.6'), 'fe80:0:0:0::/64')
})

test('what is no address stays what it is', () => {
  for (const name of ['', 'here', 'unix:']) assert.equal(clientOf(name), name)
})
