// Schedules that once failed, cut down to the steps that matter, each under the name of what held no more.
import type { DeviceKind, DevicePlan, Schedule, Step } from './schedule-steps.ts'

const WHOLE_FRAMES = 4_194_304

function on(kind: DeviceKind, ...people: readonly string[]): readonly DevicePlan[] {
  return people.map((person) => ({ person, kind }))
}

function joined(seed: number, devices: readonly DevicePlan[], ...steps: readonly Step[]): Schedule {
  return { seed, devices, isJoined: true, frameBytes: WHOLE_FRAMES, steps }
}

export const PINNED_SCHEDULES: readonly (readonly [name: string, schedule: Schedule])[] = [
  [
    'what is written between the opening of a line and the step 2 goes up with it',
    joined(
      12,
      on('memory', 'alice', 'bob', 'alice'),
      { kind: 'write', page: 2543, what: 'custom', place: 'leaf', at: 4923, taken: 'good' },
      { kind: 'reload', page: 5108, turns: 3 },
      { kind: 'write', page: 8223, what: 'message', place: 'leaf', at: 3721, taken: 'good' },
      { kind: 'prompt', page: 3338, taken: 'good' },
    ),
  ],
  [
    'a device that loses what it kept takes nothing out of the list of the page',
    joined(
      5434,
      on('indexeddb', 'alice', 'bob'),
      { kind: 'write', page: 5903, what: 'message', place: 'root', at: 6893, taken: 'named' },
      { kind: 'flush' },
      { kind: 'device', device: 3031, trouble: 'evicted', turns: 10 },
    ),
  ],
  [
    'a device without room takes nothing out of the list of the page',
    {
      ...joined(
        5732,
        on('indexeddb', 'alice', 'bob', 'carol'),
        { kind: 'device', device: 3092, trouble: 'full' },
        { kind: 'load', device: 6176 },
        { kind: 'flush' },
        { kind: 'prompt', page: 5215, taken: 'unnamed' },
        { kind: 'flush' },
      ),
      isJoined: false,
    },
  ],
  [
    'a device that keeps things again has what was refused meanwhile',
    joined(
      485,
      on('memory', 'alice', 'bob'),
      { kind: 'role', device: 4213, role: 'view' },
      { kind: 'write', page: 7381, what: 'message', place: 'root', at: 9547, taken: 'good' },
      { kind: 'device', device: 4009, trouble: 'lost', turns: 7 },
      { kind: 'flush' },
    ),
  ],
  [
    'a list is not read back from a device that is still writing it',
    joined(
      5101,
      on('indexeddb', 'alice', 'bob'),
      { kind: 'write', page: 4966, what: 'message', place: 'elsewhere', at: 8790, taken: 'named' },
      { kind: 'keep', page: 2040 },
      { kind: 'crash-reload', page: 9632 },
      { kind: 'flush' },
      { kind: 'flush', turns: 0 },
    ),
  ],
  [
    'a tab without a device takes over what another tab made of an entry',
    {
      ...joined(
        1043,
        on('memory', 'alice', 'bob'),
        { kind: 'load', device: 6876, turns: 12 },
        { kind: 'write', page: 2941, what: 'name', place: 'leaf', at: 3053, taken: 'good' },
        { kind: 'flush' },
        { kind: 'device', device: 64, trouble: 'lost' },
        { kind: 'write', page: 2091, what: 'message', place: 'leaf', at: 4949, taken: 'unnamed' },
        { kind: 'load', device: 3162 },
        { kind: 'flush' },
      ),
      isJoined: false,
    },
  ],
  [
    'two tabs that are refused together do not give up an entry for the fault of another',
    joined(
      5611,
      on('indexeddb', 'alice', 'bob', 'carol'),
      { kind: 'lose-acknowledgement', at: 2526 },
      { kind: 'write', page: 8310, what: 'message', place: 'leaf', at: 8779, taken: 'unnamed', turns: 6 },
      { kind: 'load', device: 1266 },
      { kind: 'write', page: 1872, what: 'custom', place: 'elsewhere', at: 4398, taken: 'good', turns: 12 },
      { kind: 'flush' },
    ),
  ],
  [
    'an entry that waits is not blamed for a new one',
    joined(
      7390,
      on('indexeddb', 'alice', 'bob', 'carol'),
      { kind: 'write', page: 1515, what: 'name', place: 'leaf', at: 6861, taken: 'named', turns: 1 },
      { kind: 'load', device: 4929 },
      { kind: 'write', page: 2125, what: 'custom', place: 'leaf', at: 8115, taken: 'good' },
      { kind: 'flush', turns: 5 },
      { kind: 'network', isUp: true },
      { kind: 'flush' },
      { kind: 'write', page: 1257, what: 'name', place: 'leaf', at: 9786, taken: 'unnamed' },
      { kind: 'kill' },
    ),
  ],
  [
    'a page that closes while it starts a run leaves no second one behind',
    joined(
      1666,
      on('memory', 'alice', 'bob', 'alice'),
      { kind: 'cut', at: 1721 },
      { kind: 'load', device: 3004, turns: 8 },
      { kind: 'write', page: 2829, what: 'message', place: 'leaf', at: 8517, taken: 'good' },
      { kind: 'prompt', page: 278, taken: 'good', turns: 3 },
      { kind: 'time', ms: 6000 },
      { kind: 'flush', turns: 1 },
      { kind: 'close', page: 1962 },
    ),
  ],
  [
    'a page that closes while it sweeps an old copy leaves the copy',
    joined(
      7238,
      on('indexeddb', 'alice', 'bob'),
      { kind: 'write', page: 8375, what: 'label', place: 'elsewhere', at: 4041, taken: 'unnamed' },
      { kind: 'flush' },
      { kind: 'load', device: 2715, turns: 1 },
      { kind: 'flush' },
      { kind: 'write', page: 7967, what: 'message', place: 'elsewhere', at: 2102, taken: 'good' },
      { kind: 'close', page: 5678 },
      { kind: 'close', page: 8517, turns: 1 },
    ),
  ],
  [
    'a machine that sleeps while a run is about to start asks first',
    joined(
      11217,
      on('memory', 'alice', 'bob'),
      { kind: 'kill', turns: 8 },
      { kind: 'prompt', page: 5417, taken: 'good' },
      { kind: 'load', device: 4457 },
      { kind: 'flush', turns: 7 },
      { kind: 'sleep', ms: 660000, turns: 8 },
    ),
  ],
  [
    'a tab without a device does not count what another tab brought up',
    {
      ...joined(
        31395,
        on('memory', 'alice', 'bob', 'alice'),
        { kind: 'device', device: 7317, trouble: 'refused' },
        { kind: 'load', device: 5634 },
        { kind: 'write', page: 5503, what: 'custom', place: 'leaf', at: 2205, taken: 'good' },
        { kind: 'flush', turns: 3 },
        { kind: 'write', page: 1817, what: 'name', place: 'root', at: 3537, taken: 'named' },
        { kind: 'prompt', page: 4593, taken: 'good', turns: 10 },
      ),
      frameBytes: 900,
    },
  ],
  [
    'a tab hears of what another wrote before its doc was kept',
    {
      ...joined(
        40642,
        on('indexeddb', 'alice', 'bob', 'carol', 'alice'),
        { kind: 'load', device: 2096 },
        { kind: 'load', device: 9288 },
        { kind: 'flush', turns: 4 },
        { kind: 'write', page: 4113, what: 'message', place: 'leaf', at: 8550, taken: 'good' },
        { kind: 'reload', page: 5177, turns: 1 },
      ),
      isJoined: false,
    },
  ],
  [
    'a label goes up after what it is put on, also in pieces',
    {
      ...joined(
        42801,
        on('indexeddb', 'alice', 'bob', 'carol'),
        { kind: 'write', page: 5958, what: 'message', place: 'leaf', at: 9298, taken: 'good', turns: 7 },
        { kind: 'write', page: 6137, what: 'message', place: 'elsewhere', at: 9188, taken: 'good' },
        { kind: 'flush' },
        { kind: 'write', page: 9210, what: 'message', place: 'leaf', at: 4267, taken: 'good' },
        { kind: 'prompt', page: 4278, taken: 'good' },
        { kind: 'load', device: 4479, turns: 3 },
        { kind: 'kill', turns: 11 },
        { kind: 'write', page: 6477, what: 'custom', place: 'elsewhere', at: 3425, taken: 'good', turns: 6 },
        { kind: 'write', page: 7392, what: 'label', place: 'leaf', at: 3851, taken: 'good' },
      ),
      frameBytes: 900,
    },
  ],
  [
    'a clock that is set wrong again and again costs nothing',
    joined(
      100537,
      on('memory', 'alice', 'bob'),
      { kind: 'clock', device: 8255, offsetMs: 3600000, turns: 8 },
      { kind: 'kill', turns: 6 },
      { kind: 'load', device: 1937 },
      { kind: 'write', page: 9605, what: 'custom', place: 'leaf', at: 1479, taken: 'good', turns: 7 },
      { kind: 'load', device: 8094 },
      { kind: 'crash', page: 2425 },
      { kind: 'flush' },
      { kind: 'reload', page: 8318 },
      { kind: 'clock', device: 4595, offsetMs: -3600000 },
      { kind: 'flush' },
      { kind: 'flush', turns: 0 },
      { kind: 'clock', device: 187, offsetMs: 0 },
    ),
  ],
  [
    'a tab without a device takes back what it once passed on',
    joined(
      20261966,
      on('memory', 'alice', 'bob'),
      { kind: 'load', device: 9587, turns: 0 },
      { kind: 'write', page: 9865, what: 'message', place: 'elsewhere', at: 710, taken: 'good' },
      { kind: 'write', page: 737, what: 'message', place: 'leaf', at: 3051, taken: 'named', turns: 7 },
      { kind: 'flush' },
      { kind: 'reload', page: 6703 },
      { kind: 'lose-acknowledgement', at: 3815, turns: 8 },
      { kind: 'prompt', page: 7334, taken: 'named' },
      { kind: 'flush' },
      { kind: 'reload', page: 4976 },
      { kind: 'device', device: 3103, trouble: 'lost', turns: 8 },
    ),
  ],
  [
    'a device that keeps things again does not bring back a run that another tab started',
    {
      ...joined(
        2_005_415,
        on('indexeddb', 'alice', 'bob'),
        { kind: 'write', page: 3991, what: 'name', place: 'leaf', at: 707, taken: 'named', turns: 12 },
        { kind: 'kill' },
        { kind: 'prompt', page: 3107, taken: 'good' },
        { kind: 'load', device: 973 },
        { kind: 'device', device: 1651, trouble: 'lost', turns: 12 },
        { kind: 'crash', page: 9834, turns: 7 },
        { kind: 'flush' },
        { kind: 'flush' },
        { kind: 'write', page: 309, what: 'message', place: 'root', at: 816, taken: 'unnamed' },
        { kind: 'crash-reload', page: 1514, turns: 12 },
      ),
      frameBytes: 900,
    },
  ],
  [
    'a tab that looks through old copies takes nothing out of the list of another',
    {
      ...joined(
        20269003,
        on('memory', 'alice', 'bob', 'carol', 'alice'),
        { kind: 'kill' },
        { kind: 'crash', page: 256 },
        { kind: 'write', page: 2402, what: 'message', place: 'leaf', at: 8767, taken: 'named' },
        { kind: 'close', page: 6252 },
        { kind: 'time', ms: 6000 },
        { kind: 'write', page: 7131, what: 'message', place: 'leaf', at: 2248, taken: 'good' },
        { kind: 'write', page: 5923, what: 'message', place: 'leaf', at: 2141, taken: 'good', turns: 4 },
        { kind: 'flush' },
        { kind: 'load', device: 3803 },
        { kind: 'cut', at: 4885 },
      ),
    },
  ],
  [
    'a tab that looks through old copies puts nothing over what another lists',
    {
      ...joined(
        20269234,
        [
          { person: 'alice', kind: 'none' },
          { person: 'bob', kind: 'none' },
          { person: 'carol', kind: 'indexeddb' },
        ],
        { kind: 'cut', at: 3683 },
        { kind: 'close', page: 5251 },
        { kind: 'load', device: 2216 },
        { kind: 'write', page: 7745, what: 'message', place: 'leaf', at: 331, taken: 'good', turns: 12 },
        { kind: 'write', page: 496, what: 'message', place: 'elsewhere', at: 6731, taken: 'named' },
        { kind: 'flush', turns: 8 },
        { kind: 'time', ms: 6000 },
        { kind: 'up', at: 2864, count: 4 },
        { kind: 'write', page: 172, what: 'message', place: 'leaf', at: 9336, taken: 'good', turns: 6 },
        { kind: 'down', at: 3029, count: 4, turns: 11 },
        { kind: 'write', page: 297, what: 'message', place: 'leaf', at: 6458, taken: 'good' },
        { kind: 'flush' },
        { kind: 'flush', turns: 1 },
      ),
    },
  ],
  [
    'what arrived after all goes off the list of what was refused',
    joined(
      20275975,
      on('memory', 'alice', 'bob', 'alice'),
      { kind: 'load', device: 9087, turns: 4 },
      { kind: 'write', page: 7927, what: 'message', place: 'leaf', at: 5223, taken: 'good', turns: 1 },
      { kind: 'role', device: 7439, role: 'comment' },
      { kind: 'flush' },
      { kind: 'device', device: 3020, trouble: 'full', turns: 2 },
      { kind: 'flush', turns: 4 },
      { kind: 'kill', turns: 11 },
    ),
  ],
]
