import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptPlace } from './kept-place.ts'

/** Scrolls as a browser does: no further than its end; rooms are taken of what is seen of it. */
function scrolling({ content, height }: { content: number; height: number }) {
  const state = { content, height, room: 0, blank: 0, top: 0 }
  const visible = () => state.height - state.room
  const furthest = () => Math.max(0, state.content + state.blank - visible())
  const clamp = () => void (state.top = Math.min(state.top, furthest()))
  const place = keptPlace({
    scrolled: () => state.top,
    scrollTo(top) {
      state.top = Math.max(0, top)
      clamp()
    },
    content: () => Math.max(state.content + state.blank, visible()),
    visible,
    setBlank(blank) {
      state.blank = blank
      clamp()
    },
  })
  const setRoom = (room: number) =>
    place.around(() => {
      state.room = room
      clamp()
    })
  const scrollBy = (by: number) => {
    state.top = Math.max(0, state.top + by)
    clamp()
    place.shrink()
  }
  const setHeight = (to: number) => {
    state.height = to
    clamp()
    place.resize()
  }
  return { state, place, setRoom, scrollBy, setHeight }
}

test('what is seen stays where it is when the room goes, and the blank goes as one scrolls up', () => {
  const { state, setRoom, scrollBy } = scrolling({ content: 1_000, height: 700 })
  setRoom(80)
  scrollBy(10_000)
  assert.equal(state.top, 380)
  setRoom(0)
  assert.deepEqual([state.top, state.blank], [380, 80])
  scrollBy(-30)
  assert.deepEqual([state.top, state.blank], [350, 50])
  scrollBy(-100)
  assert.deepEqual([state.top, state.blank], [250, 0])
})

test('one room after another leaves no more blank than one of them', () => {
  const { state, setRoom, scrollBy } = scrolling({ content: 1_000, height: 700 })
  for (let i = 0; i < 5; i++) {
    setRoom(80)
    scrollBy(10_000)
    setRoom(0)
    assert.deepEqual([state.top, state.blank], [380, 80])
  }
})

test('a smaller room that follows moves nothing', () => {
  const { state, setRoom, scrollBy } = scrolling({ content: 700, height: 720 })
  setRoom(120)
  scrollBy(10_000)
  setRoom(0)
  setRoom(80)
  assert.equal(state.top, 100)
  setRoom(0)
  assert.equal(state.top, 100)
})

test('where more is seen the blank goes', () => {
  const { state, setRoom, scrollBy, setHeight } = scrolling({ content: 1_000, height: 700 })
  setRoom(80)
  scrollBy(10_000)
  setRoom(0)
  setHeight(690)
  assert.equal(state.blank, 80)
  setHeight(800)
  assert.deepEqual([state.top, state.blank], [200, 0])
})

test('what is added takes the place of the blank, and moves nothing', () => {
  const { state, place, setRoom, scrollBy } = scrolling({ content: 1_000, height: 700 })
  setRoom(80)
  scrollBy(10_000)
  setRoom(0)
  state.content += 30
  place.shrink()
  assert.deepEqual([state.top, state.blank], [380, 50])
})
