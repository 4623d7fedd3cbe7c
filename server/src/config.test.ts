import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('config', () => {
  test('[HT1] without any setting the server listens on 127.0.0.1:4180 and keeps its data in ./data', () => {
    expect(readConfig({}, [], '/srv/coppice')).toEqual({
      host: '127.0.0.1',
      port: 4180,
      dataFolder: '/srv/coppice/data',
      ownerToken: undefined,
      logLevel: undefined,
      limited: true,
      unused: [],
    })
  })

  test('[HT1] variables are read, flags win over them, an empty variable counts as not set', () => {
    const env = { COPPICE_HOST: '0.0.0.0', COPPICE_PORT: '5000', COPPICE_DATA: '', COPPICE_TOKEN: 'a-token-of-mine' }
    const config = readConfig(env, ['--port', '0', '--data=/var/lib/coppice'], '/srv')
    expect(config).toMatchObject({ host: '0.0.0.0', port: 0, dataFolder: '/var/lib/coppice' })
    expect(config.ownerToken).toBe('a-token-of-mine')
    expect(readConfig({ COPPICE_LIMITS: 'off' }, [], '/srv').limited).toBe(false)
  })

  test.each([
    [{ COPPICE_PORT: 'http' }, [], /^COPPICE_PORT: "http" .*0 to 65535/],
    [{ COPPICE_PORT: '65536' }, [], /^COPPICE_PORT: "65536" .*0 to 65535/],
    [{ COPPICE_PORT: '4180' }, ['--port', '4.5'], /^--port: "4.5" .*0 to 65535/],
    [{ COPPICE_HOST: 'http://localhost' }, [], /^COPPICE_HOST: "http:\/\/localhost" .*host name or an IP/],
    [{ COPPICE_LIMITS: 'none' }, [], /^COPPICE_LIMITS: "none" .*on or off/],
    [{ COPPICE_LOG: 'loud' }, [], /^COPPICE_LOG: "loud" .*trace, debug, info/],
    [{}, ['--prot', '1'], /'--prot'.*--port <number>/],
    [{}, ['stray'], /'stray'.*--port <number>/],
  ])('[HT2] a wrong value is refused in one line that names it and what is allowed (%o %o)', (env, args, line) => {
    expect(() => readConfig(env, args, '/srv')).toThrow(line)
    expect(() => readConfig(env, args, '/srv')).toThrow(/^[^\n]+$/)
  })

  test('[HT2] a token that cannot be used is not repeated', () => {
    expect(() => readConfig({ COPPICE_TOKEN: 'sh ort' }, [], '/srv')).toThrow(/^COPPICE_TOKEN: this value .*8 to 512/)
  })

  test('[HT1] variables of what is not built yet are named, so that they can be warned about', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/x' }, [], '/srv').unused).toEqual(['DATABASE_URL'])
  })
})
