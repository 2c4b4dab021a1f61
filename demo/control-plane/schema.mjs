// @ts-check
/** The tables. Plain PostgreSQL, the same in the embedded one and in a server. */

export const SCHEMA = `
CREATE TABLE IF NOT EXISTS tenants (
  tenant_id text PRIMARY KEY,
  branding jsonb
);
CREATE TABLE IF NOT EXISTS api_keys (
  key_sha256 text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants,
  type text NOT NULL CHECK (type IN ('public', 'server'))
);
CREATE TABLE IF NOT EXISTS signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL
);
CREATE TABLE IF NOT EXISTS playbooks (
  sha256 text PRIMARY KEY,
  bytes bytea NOT NULL
);
CREATE TABLE IF NOT EXISTS launches (
  tenant_id text NOT NULL REFERENCES tenants,
  environment text NOT NULL,
  sequence integer NOT NULL,
  version double precision NOT NULL,
  playbook_sha256 text NOT NULL REFERENCES playbooks,
  kid text NOT NULL REFERENCES signing_keys,
  manifest_path text NOT NULL UNIQUE,
  manifest text NOT NULL,
  launched_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, environment, sequence)
);
CREATE TABLE IF NOT EXISTS plans (
  tenant_id text NOT NULL REFERENCES tenants,
  plan_handle text NOT NULL,
  PRIMARY KEY (tenant_id, plan_handle)
);
CREATE TABLE IF NOT EXISTS users (
  tenant_id text NOT NULL REFERENCES tenants,
  user_id text NOT NULL,
  plan_handle text,
  name text,
  email text,
  created_at timestamptz NOT NULL,
  payment_state text NOT NULL DEFAULT 'none'
    CHECK (payment_state IN ('none', 'pending', 'paid', 'failed')),
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, plan_handle) REFERENCES plans
);
CREATE TABLE IF NOT EXISTS user_usage (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  handle text NOT NULL,
  used double precision NOT NULL,
  PRIMARY KEY (tenant_id, user_id, handle),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE TABLE IF NOT EXISTS user_trials (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  trial_handle text NOT NULL,
  plan_handle text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('free', 'reverse')),
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  converted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE TABLE IF NOT EXISTS user_entitlements (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  handle text NOT NULL,
  allowed boolean NOT NULL,
  PRIMARY KEY (tenant_id, user_id, handle),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE TABLE IF NOT EXISTS user_segments (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  handle text NOT NULL,
  PRIMARY KEY (tenant_id, user_id, handle),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users
);
CREATE TABLE IF NOT EXISTS events (
  tenant_id text NOT NULL REFERENCES tenants,
  event_id uuid NOT NULL,
  name text NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  user_id text,
  anonymous_id text,
  session_id text,
  page jsonb,
  properties jsonb,
  sdk jsonb,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE TABLE IF NOT EXISTS interactions (
  tenant_id text NOT NULL REFERENCES tenants,
  event_id uuid NOT NULL,
  type text NOT NULL,
  placement text NOT NULL,
  payload text NOT NULL,
  variant text,
  slot text,
  surface text NOT NULL,
  cta text,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  user_id text,
  anonymous_id text,
  session_id text,
  sdk jsonb,
  PRIMARY KEY (tenant_id, event_id)
);
-- Not part of the table above: a database of an earlier release has that without them.
ALTER TABLE interactions ADD COLUMN IF NOT EXISTS decision_id text;
ALTER TABLE interactions ADD COLUMN IF NOT EXISTS playbook_version double precision;
CREATE TABLE IF NOT EXISTS sdk_inits (
  received_at timestamptz NOT NULL,
  sdk_version text NOT NULL,
  mode text NOT NULL,
  runtime_mode text NOT NULL,
  features jsonb
);
CREATE TABLE IF NOT EXISTS slots (
  tenant_id text NOT NULL REFERENCES tenants,
  slot text NOT NULL,
  page_path text NOT NULL,
  surfaces jsonb,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, slot, page_path)
);
CREATE TABLE IF NOT EXISTS placement_types (
  tenant_id text NOT NULL REFERENCES tenants,
  name text NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
`;
