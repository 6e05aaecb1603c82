import { expect, test } from 'vitest'
import { Exact } from '../exact.ts'
import { FigureSheet } from './figure-sheet.ts'

test.each(['1e-22', '-1e-300'])('%s, which measurements cannot hold, is 0', (size) => {
  const sheet = new FigureSheet()
  sheet.add('roof.ridges.length', new Exact(size), 'summary')
  sheet.addPitches(new Map([['6/12', new Exact(size)]]), 'summary')
  expect(sheet.figures().map(({ value }) => value)).toEqual([0, 0])
  expect(sheet.warnings()).toEqual([])
})
