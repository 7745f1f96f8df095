"""A mail server for a check: Postfix with TLS, a login by Dovecot and a folder of accepted mails, on ports of its own.

Everything is in one temporary folder: the configuration, the queue, the log and the mails. The Postfix and Dovecot of the machine
are not touched, only their programs are used. Postfix demands to be started by root.
"""
import os
import shutil
import socket
import subprocess
import tempfile
import time

USER, PASSWORD, OTHER_USER = "news", "correct horse ü", "sports"
LARGEST_MAIL = 100_000

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = mail.example.com
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
smtpd_peername_lookup = no
virtual_mailbox_domains = example.com, xn--exmple-cua.de
virtual_mailbox_base = {folder}/mails
virtual_mailbox_maps = static:inbox/
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
message_size_limit = {largest}
smtpd_tls_cert_file = {folder}/certificate.pem
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {folder}/dovecot/sasl
smtpd_sender_login_maps = texthash:{folder}/senders
smtpd_sender_restrictions = reject_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access texthash:{folder}/refused
"""

MASTER = """\
127.0.0.1:{starttls} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt
127.0.0.1:{tls} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
127.0.0.1:{ascii} inet n - n - - smtpd -o smtpd_tls_security_level=may -o smtputf8_enable=no
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""

DOVECOT = """\
base_dir = {folder}/dovecot
state_dir = {folder}/dovecot
log_path = {folder}/dovecot.log
protocols =
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
service auth {{
  unix_listener sasl {{
    mode = 0666
  }}
}}
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_until(condition, what, seconds=300):
    """Waits for an event; the limit only guards against a hang."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what}: not after {seconds} s")
        time.sleep(0.05)


class MailServer:
    """A running server; a context manager that stops it and removes its folder."""

    def __init__(self, refused, senders):
        # Others than root read it, and the path of a socket has at most 107 bytes.
        self.folder = tempfile.mkdtemp(prefix="atoll-mail-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.starttls, self.tls, self.ascii = free_ports(3)
        uid, gid = 65534, 65534
        values = {"folder": self.folder, "uid": uid, "gid": gid, "largest": LARGEST_MAIL,
                  "starttls": self.starttls, "tls": self.tls, "ascii": self.ascii}
        os.mkdir(self.path("etc"))
        self.write("etc/main.cf", MAIN.format(**values))
        self.write("etc/master.cf", MASTER.format(**values))
        self.write("dovecot.conf", DOVECOT.format(**values))
        self.write("users", f"{USER}:{PASSWORD}\n{OTHER_USER}:{PASSWORD}\n")
        self.write("senders", "".join(f"{sender} {USER}\n" for sender in senders))
        self.write("refused", "".join(f"{address} {answer}\n" for address, answer in refused.items()))
        os.mkdir(self.path("queue"))
        os.mkdir(self.path("mails"))
        shutil.chown(self.path("mails"), uid, gid)
        os.mkdir(self.path("data"))
        shutil.chown(self.path("data"), "postfix")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", self.path("key.pem"), "-out", self.path("certificate.pem")],
            check=True, capture_output=True)

    def __enter__(self):
        self.dovecot = subprocess.Popen(["dovecot", "-F", "-c", self.path("dovecot.conf")])
        self.postfix("start")
        wait_until(lambda: os.path.exists(self.path("dovecot/sasl")), "start of Dovecot")
        for port in (self.starttls, self.tls, self.ascii):
            wait_until(lambda: self.accepts(port), "start of Postfix")
        return self

    def __exit__(self, *_):
        self.postfix("stop")
        self.dovecot.terminate()
        self.dovecot.wait()
        shutil.rmtree(self.folder)

    def postfix(self, command):
        run = subprocess.run(["postfix", "-c", self.path("etc"), command], capture_output=True, text=True, check=False)
        if run.returncode:
            raise SystemExit(f"postfix {command}: {run.stderr}\n{self.log()}")

    def accepts(self, port):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) == 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def log(self):
        if not os.path.exists(self.path("log")):
            return ""
        with open(self.path("log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def mails(self):
        """Returns the delivered mails, after waiting for those in the queue."""
        queues = [self.path(f"queue/{name}") for name in ("incoming", "active", "deferred")]
        wait_until(lambda: not any(files for queue in queues for _, _, files in os.walk(queue)), "delivery by Postfix")
        folder = self.path("mails/inbox/new")
        if not os.path.exists(folder):
            return []
        found = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                found.append(file.read())
        return found
