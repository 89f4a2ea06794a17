/**
 * Run on each new connection: PostgreSQL then notices within about 20 seconds that the machine of this process has
 * vanished, by TCP keepalive or because what it has sent is not acknowledged. The system would wait for two hours, and
 * the locks of an open transaction would stay as long. It is a statement and not a start parameter, because a pooler
 * refuses start parameters that it does not know. A value in the URL's options is kept.
 */
export const PROBE_CLIENT = `select set_config(name, chosen.value, false)
  from pg_settings join (values
    ('tcp_keepalives_idle', '10'),
    ('tcp_keepalives_interval', '1'),
    ('tcp_keepalives_count', '10'),
    ('tcp_user_timeout', '20000')
  ) as chosen (name, value) using (name)
  where source <> 'client'`
