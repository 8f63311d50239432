import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientKey } from './client-address.ts'

test('a client is an IPv4 address, however it is written', () => {
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'])
    assert.equal(clientKey(ip), '203.0.113.9', ip)
})

test('a client is the /64 of an IPv6 address', () => {
  for (const ip of [
    '2001:db8:0:7::1',
    '2001:0db8:0000:0007:ffff:1:2:3',
    '2001:db8:0:7:a:b:192.0.2.1',
    '2001:DB8:0:7::%eth0',
  ])
    assert.equal(clientKey(ip), '2001:db8:0:7::/64', ip)
  assert.notEqual(clientKey('2001:db8:0:8::1'), clientKey('2001:db8:0:7::1'))
  assert.equal(clientKey('::1'), '0:0:0:0::/64')
  assert.equal(clientKey('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

test('text that is no address stays as it is', () => {
  assert.equal(clientKey('server'), 'server')
  assert.equal(clientKey(''), '')
})

test('an IPv4 address is a client, however it is written', () => {
  for (const address of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:CB00:7107',
    '0:0:0:0:0:ffff:203.0.113.7',
  ])
    assert.equal(clientKey(address), '203.0.113.7', address)
})

test('a whole /64 of IPv6 is one client, and the next one another', () => {
  const own = ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1:a:b:c:d%eth0']
  for (const address of own) assert.equal(clientKey(address), '2001:db8:0:1::/64', address)
  assert.equal(clientKey('2001:db8:0:2::1'), '2001:db8:0:2::/64')
  assert.equal(clientKey('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(clientKey('::1'), '0:0:0:0::/64')
  assert.equal(clientKey('fe80::1:2:3.4.5.6'), 'fe80:0:0:0::/64')
})

test('names that are no addresses stay as they are', () => {
  for (const name of ['', 'here', 'unix:']) assert.equal(clientKey(name), name)
})
